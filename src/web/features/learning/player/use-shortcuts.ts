import { useLayoutEffect } from 'react';

/** A key that is held down leads on and on; everything else is done once. */
const REPEATED = /^(?:[jk]|Arrow\w+)$/;

/** What a key does on this page; not while somebody types or waits for a field, nor together with another key. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  // Before the next key is read: between two sections no moment is without its keys.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping =
        target instanceof HTMLElement &&
        (target.isContentEditable ||
          /^(?:INPUT|TEXTAREA|SELECT|VIDEO|AUDIO)$/.test(target.tagName) ||
          target.dataset.typing !== undefined);
      if (
        isTyping ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        (event.key.startsWith('Arrow') && scrollsSideways(target)) ||
        document.querySelector('dialog[open]')
      )
        return;
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      if (!event.repeat || REPEATED.test(event.key)) act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [keys]);
}

/** Wide code and tables are read to their end with the arrow keys. */
function scrollsSideways(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.scrollWidth <= target.clientWidth) return false;
  return ['auto', 'scroll'].includes(getComputedStyle(target).overflowX);
}
