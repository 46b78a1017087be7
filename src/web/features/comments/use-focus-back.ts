import { useEffect, useRef } from 'react';

/** Once a form is gone the focus goes to what the selector finds: what opened it, rendered again. */
export function useFocusBack(open: boolean, selector: string): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) document.querySelector<HTMLElement>(selector)?.focus();
    wasOpen.current = open;
  }, [open, selector]);
}
