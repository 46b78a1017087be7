import { useState } from 'react';
import type { Comment } from '#contract/courses/comments';

interface Held<Item> {
  readonly item: Item;
  /** Which of its forms is open. */
  readonly form: string;
}

/**
 * Comments of a list, with those that left it while a form at them is open: they stay as removed ones until it is closed, so
 * that what was typed is not lost. `hold` says that a form was opened or closed.
 */
export function useWrittenOn<Item extends Comment>(
  items: readonly Item[],
): { shown: readonly Item[]; hold: (item: Item, form: string, isOpen: boolean) => void } {
  const [held, setHeld] = useState<readonly Held<Item>[]>([]);
  const hold = (item: Item, form: string, isOpen: boolean) =>
    setHeld((before) => {
      const others = before.filter((one) => one.item.id !== item.id || one.form !== form);
      return isOpen ? [...others, { item, form }] : others;
    });
  const gone = new Map(held.map(({ item }) => [item.id, item]));
  for (const { id } of items) gone.delete(id);
  if (gone.size === 0) return { shown: items, hold };
  const removed = [...gone.values()].map((item) => ({ ...item, state: 'removed' as const }));
  const shown = [...items, ...removed].sort(
    (a, b) => Number(a.createdAt > b.createdAt) - Number(a.createdAt < b.createdAt),
  );
  return { shown, hold };
}
