import { type RefObject, useEffect, useState } from 'react';

/** As long as it takes assistive technology to know of a place: only what comes into a known one is read out. */
const KNOWN_AFTER_MS = 100;

/**
 * For what is said above everything: an open dialog makes all outside of it inert, so it moves into the one that was opened
 * last, and home again. `home` holds nothing else. Answers since when the place it moved to last is known, by `Date.now()`.
 */
export function useOpenDialog(home: RefObject<HTMLElement | null>): number {
  const [knownAt, setKnownAt] = useState(0);
  useEffect(() => {
    const place = home.current;
    const moved = place?.firstElementChild;
    if (!place || !moved) return;
    let timeout: ReturnType<typeof setTimeout> | undefined;
    let opened = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')];
    const follow = () => {
      opened = opened.filter((dialog) => dialog.isConnected && dialog.matches(':modal'));
      const next = opened.at(-1) ?? place;
      if (moved.parentElement === next) return;
      next.append(moved);
      clearTimeout(timeout);
      timeout = setTimeout(() => setKnownAt(Date.now()), KNOWN_AFTER_MS);
    };
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLDialogElement) || opened.includes(target)) continue;
        opened.push(target);
      }
      follow();
    });
    observer.observe(document, { attributes: true, attributeFilter: ['open'], subtree: true });
    follow();
    return () => {
      observer.disconnect();
      clearTimeout(timeout);
      place.append(moved);
    };
  }, [home]);
  return knownAt;
}
