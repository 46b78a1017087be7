import { useEffect, useRef } from 'react';

/**
 * Once a form is gone the focus goes to what the selector finds: what opened it, rendered again. Where that is gone too, with
 * the comment that somebody deleted, it goes to the heading of the comments.
 */
export function useFocusBack(open: boolean, selector: string): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) focusOn(selector);
    wasOpen.current = open;
  }, [open, selector]);
  useEffect(
    () => () => {
      if (wasOpen.current && document.activeElement === document.body) focusOn(selector);
    },
    [selector],
  );
}

function focusOn(selector: string): void {
  const target = document.querySelector<HTMLElement>(selector) ?? document.querySelector('#comments-title');
  if (target instanceof HTMLElement) target.focus();
}
