import { type RefObject, useEffect, useRef } from 'react';
import type { Noticed } from './use-reporting.ts';

interface Reading {
  /** What holds the text. */
  readonly text: RefObject<HTMLElement | null>;
  /** Reading time of the text in minutes. */
  readonly minutes: number;
  /** Part of the text where one stopped, from 0 to 1; nothing to begin at the top. */
  readonly stoppedAt: number | null;
  readonly report: (noticed: Noticed, atOnce?: boolean) => void;
}

/** Nobody reads a text to its end faster than this part of its reading time, and three seconds. */
const FASTEST = 0.05;
/** Height in px of what stays on top of the page. */
const HEAD = 96;

/**
 * Goes on where one stopped, once, and notices how far a text is read and when its end was read; in a tab that isn't shown
 * nobody reads.
 */
export function useReading({ minutes, stoppedAt, report, text }: Reading): void {
  const begin = useRef(stoppedAt);
  useEffect(() => {
    // After the router, which goes to the top of every new page.
    const goOn = setTimeout(() => {
      const [element, part] = [text.current, begin.current];
      if (!element || part === null || part <= 0.02) return;
      const top = element.getBoundingClientRect().top + window.scrollY + part * heightOf(element) - HEAD;
      window.scrollTo({ top, behavior: 'instant' });
    }, 100);
    return () => clearTimeout(goOn);
  }, [text]);
  // The way to report changes with the session; what was read meanwhile stays read.
  const latest = useRef(report);
  latest.current = report;
  useEffect(() => {
    const element = text.current;
    if (!element) return;
    const began = performance.now();
    let earliest = began + 3000 + minutes * 60_000 * FASTEST;
    let hiddenSince = document.hidden ? began : null;
    let finished = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (hiddenSince !== null) return;
      const { bottom, top } = element.getBoundingClientRect();
      const reached = Math.min(1, Math.max(0, (window.innerHeight - top) / heightOf(element)));
      const position = Math.min(1, Math.max(0, (HEAD - top) / heightOf(element)));
      const atEnd = bottom <= window.innerHeight + 8;
      const soon = earliest - performance.now();
      if (!atEnd || soon > 0) latest.current({ position, reached: Math.min(reached, 0.99) });
      else if (!finished) {
        finished = true;
        latest.current({ position, reached: 1 }, true);
      }
      if (atEnd && soon > 0) {
        clearTimeout(again);
        again = setTimeout(look, soon + 50);
      }
    };
    let settle: ReturnType<typeof setTimeout> | undefined = setTimeout(look, 400);
    const onScroll = () => {
      clearTimeout(settle);
      settle = setTimeout(look, 400);
    };
    const onVisibility = () => {
      if (document.hidden) hiddenSince ??= performance.now();
      else if (hiddenSince !== null) {
        earliest += performance.now() - hiddenSince;
        hiddenSince = null;
        onScroll();
      }
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      clearTimeout(settle);
      clearTimeout(again);
      window.removeEventListener('scroll', onScroll);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [minutes, text]);
}

function heightOf(element: HTMLElement): number {
  return Math.max(1, element.offsetHeight);
}
