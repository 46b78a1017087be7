import { shortcut } from '#web/lib/shortcut.ts';

/** Keys as the editor names them ("Mod-Shift-8"), as this device writes them ("Ctrl+Shift+8"). */
export function keysText(keys: string): string {
  const [, rest = ''] = /^Mod-(.*)$/.exec(keys) ?? [];
  return shortcut(rest.replaceAll('-', '+').replace(/[a-z]$/, (letter) => letter.toUpperCase()));
}
