import { useLayoutEffect, useRef } from 'react';

const ROWS = 'tr, li';

/**
 * For what holds controls that may go away, spread on it: when the one with the focus goes, the focus goes to the row where it
 * was, or the one that took its place, and without rows to what holds them, or to the page where that is gone, too. Not to a control, which a second or a held press of
 * the same key would press: that may be the next row's Withdraw.
 */
export function useKeepFocus<Box extends HTMLElement>() {
  const ref = useRef<Box>(null);
  const held = useRef<Element>(null);
  const place = useRef(-1);
  const rows = () => [...(ref.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
  const note = () => {
    const { activeElement } = document;
    held.current = activeElement && ref.current?.contains(activeElement) ? activeElement : null;
    place.current = rows().findLastIndex((row) => row.contains(held.current));
  };
  useLayoutEffect(() => {
    // Somebody who went on meanwhile stays where they are.
    const isLost = held.current && !held.current.isConnected && document.activeElement === document.body;
    if (isLost)
      focusAt(
        place.current < 0
          ? undefined
          : rows()
              .slice(0, place.current + 1)
              .at(-1),
      );
    note();
  });
  useLayoutEffect(
    () => () => {
      if (held.current) queueMicrotask(focusPage);
    },
    [],
  );
  const focusAt = (row: HTMLElement | undefined) => {
    if (row) row.tabIndex = -1;
    (row ?? ref.current)?.focus();
  };
  return { ref, tabIndex: -1, onFocus: note, onBlur: note };
}

function focusPage(): void {
  if (document.activeElement === document.body)
    document.querySelector('main')?.focus({ preventScroll: true });
}
