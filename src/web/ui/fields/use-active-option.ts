import { type RefObject, useEffect, useRef, useState } from 'react';

interface ActiveOption<Item> {
  /** The option that Enter chooses; undefined: there is none. */
  readonly active: Item | undefined;
  /** For the list of the options: what becomes active is scrolled to. */
  readonly list: RefObject<HTMLDivElement | null>;
  /** Moves by a key of the field. Answers whether it is one that moves. */
  readonly move: (key: string) => boolean;
  readonly toFirst: () => void;
}

const PAGE = 10;

/** Which of the options of a combobox is active; the first one until another is moved to. */
export function useActiveOption<Item extends { readonly id: string }>(
  items: readonly Item[],
): ActiveOption<Item> {
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, items.length - 1);
  const active = items[at];
  // biome-ignore lint/correctness/useExhaustiveDependencies: what became active is scrolled to.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);
  const move = (key: string) => {
    const next = moved(key, at, items.length);
    if (next !== null) setWanted(next);
    return next !== null;
  };
  return { active, list, move, toFirst: () => setWanted(0) };
}

function moved(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'PageDown') return Math.min(at + PAGE, count - 1);
  if (key === 'PageUp') return Math.max(at - PAGE, 0);
  return null;
}
