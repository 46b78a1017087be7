import { useEffect, useRef } from 'react';

/** The buttons that move a row up and down keep the focus while the row moves; at an end the other one takes it. */
export function useKeptFocus(index: number, count: number, onMove: (to: number) => void) {
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  const moved = useRef<-1 | 1 | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is given back when the place has changed.
  useEffect(() => {
    if (moved.current === null) return;
    const wanted = moved.current === -1 ? up.current : down.current;
    const other = moved.current === -1 ? down.current : up.current;
    (wanted?.disabled ? other : wanted)?.focus();
    moved.current = null;
  }, [index, count]);
  const moveBy = (step: -1 | 1) => {
    moved.current = step;
    onMove(index + step);
  };
  return { up, down, moveBy };
}
