/** A shortcut as this device writes it: "Ctrl+Enter", "⌘Enter". */
export function shortcut(keys: string): string {
  const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
  return isApple ? `⌘${keys.replace('Shift+', '⇧')}` : `Ctrl+${keys}`;
}
