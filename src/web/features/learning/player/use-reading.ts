import { type RefObject, useEffect } from 'react';
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

/** Goes on where one stopped, notices how far a text is read, and when its end was read. */
export function useReading({ minutes, stoppedAt, report, text }: Reading): void {
  useEffect(() => {
    const element = text.current;
    if (!element) return;
    const began = performance.now();
    const earliest = began + 3000 + minutes * 60_000 * FASTEST;
    const height = () => Math.max(1, element.offsetHeight);
    // After the router, which goes to the top of every new page.
    const goOn = setTimeout(() => {
      if (stoppedAt === null || stoppedAt <= 0.02) return;
      const top = element.getBoundingClientRect().top + window.scrollY + stoppedAt * height() - HEAD;
      window.scrollTo({ top, behavior: 'instant' });
    }, 100);
    let finished = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const { bottom, top } = element.getBoundingClientRect();
      const reached = Math.min(1, Math.max(0, (window.innerHeight - top) / height()));
      const position = Math.min(1, Math.max(0, (HEAD - top) / height()));
      const atEnd = bottom <= window.innerHeight + 8;
      const soon = earliest - performance.now();
      if (!atEnd || soon > 0) report({ position, reached: Math.min(reached, 0.99) });
      else if (!finished) {
        finished = true;
        report({ position, reached: 1 }, true);
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
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(goOn);
      clearTimeout(settle);
      clearTimeout(again);
      window.removeEventListener('scroll', onScroll);
    };
  }, [minutes, stoppedAt, report, text]);
}
