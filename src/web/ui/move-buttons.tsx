import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface MoveButtonsProps {
  /** Its place now. */
  index: number;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  /** What the buttons are called. */
  up: string;
  down: string;
}

/** Move a row one place up or down. They keep the focus while it moves; at an end the other one takes it. */
export function MoveButtons({ down, index, isFirst, isLast, onMove, up }: MoveButtonsProps) {
  const upRef = useRef<HTMLButtonElement>(null);
  const downRef = useRef<HTMLButtonElement>(null);
  const moved = useRef<-1 | 1 | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is given back when the place has changed.
  useEffect(() => {
    if (moved.current === null) return;
    const [wanted, other] = moved.current === -1 ? [upRef, downRef] : [downRef, upRef];
    (wanted.current?.disabled ? other : wanted).current?.focus();
    moved.current = null;
  }, [index]);
  const moveBy = (step: -1 | 1) => {
    moved.current = step;
    onMove(step);
  };
  return (
    <>
      <Button
        ref={upRef}
        variant="quiet"
        size="sm"
        disabled={isFirst}
        onClick={() => moveBy(-1)}
        aria-label={up}
      >
        ↑
      </Button>
      <Button
        ref={downRef}
        variant="quiet"
        size="sm"
        disabled={isLast}
        onClick={() => moveBy(1)}
        aria-label={down}
      >
        ↓
      </Button>
    </>
  );
}
