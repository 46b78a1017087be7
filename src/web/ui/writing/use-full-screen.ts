import { type RefObject, useEffect, useState } from 'react';

/** Shows one part of the page alone. What is around it can't be reached meanwhile; messages still can. */
export function useFullScreen(part: RefObject<HTMLElement | null>): [boolean, (isFull: boolean) => void] {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    if (!isFull) return;
    const hidden: HTMLElement[] = [];
    for (let at: HTMLElement | null = part.current; at && at !== document.body; at = at.parentElement)
      for (const other of at.parentElement?.children ?? [])
        if (
          other !== at &&
          other instanceof HTMLElement &&
          !other.inert &&
          !other.matches('[aria-live], dialog')
        )
          hidden.push(other);
    for (const other of hidden) other.inert = true;
    const { overflow } = document.body.style;
    document.body.style.overflow = 'hidden';
    return () => {
      for (const other of hidden) other.inert = false;
      document.body.style.overflow = overflow;
    };
  }, [isFull, part]);
  return [isFull, setFull];
}
