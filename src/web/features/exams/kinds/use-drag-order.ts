import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Lets the rows of a list be dragged to their place, by mouse, pen or finger. The window hears the pointer: the row that is
 * held moves within the document, which ends whatever it had captured itself.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  order: readonly string[],
  onOrder: (order: string[]) => void,
) {
  const [held, setHeld] = useState<string | null>(null);
  const now = useRef({ order, onOrder });
  useEffect(() => {
    now.current = { order, onOrder };
  });
  useEffect(() => {
    if (held === null) return;
    const move = ({ clientY }: PointerEvent) => {
      const { onOrder: give, order: before } = now.current;
      const rows = [...(list.current?.children ?? [])].filter((_, at) => before[at] !== held);
      // Before it stand the rows whose middle is above the pointer.
      const to = rows.filter((row) => {
        const { height, top } = row.getBoundingClientRect();
        return top + height / 2 < clientY;
      }).length;
      const next = before.filter((id) => id !== held);
      next.splice(to, 0, held);
      if (next.some((id, at) => id !== before[at])) give(next);
    };
    const end = () => setHeld(null);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    return () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
  }, [held, list]);
  const hold = (event: ReactPointerEvent, id: string) => {
    if (event.button !== 0) return;
    event.preventDefault();
    setHeld(id);
  };
  return { held, hold };
}
