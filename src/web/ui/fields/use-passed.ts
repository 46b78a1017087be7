import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react';

/**
 * For a list that acts on what is chosen, spread on it. The keyboard changes a closed list with every key: what it passes over is
 * shown, and not taken before Enter is pressed or the field is left. Escape goes back to what it was.
 */
export function usePassed(value: string, take: (chosen: string) => void) {
  const [passed, setPassed] = useState<string>();
  const isByKey = useRef(false);
  const choose = (chosen = value) => {
    setPassed(undefined);
    if (chosen !== value) take(chosen);
  };
  return {
    value: passed ?? value,
    onPointerDown: () => {
      isByKey.current = false;
    },
    onKeyDown: (event: KeyboardEvent) => {
      isByKey.current = true;
      if (event.key === 'Escape') setPassed(undefined);
      if (event.key !== 'Enter' || passed === undefined) return;
      event.preventDefault();
      choose(passed);
    },
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) =>
      isByKey.current ? setPassed(target.value) : choose(target.value),
    onBlur: () => choose(passed),
  };
}
