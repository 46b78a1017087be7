import { expect, test } from 'vitest';
import { shuffled } from './scramble.ts';

test('shuffling does not depend on the order in which the items were given', () => {
  expect(shuffled(['c', 'a', 'b'], 'seed')).toEqual(shuffled(['a', 'b', 'c'], 'seed'));
});

test('numbered steps do not come out in their own order more often than chance has it', () => {
  const steps = ['step 1', 'step 2', 'step 3', 'step 4'];
  const seeds = Array.from({ length: 2400 }, (_, index) => `q-${index}`);
  const counts = new Map<string, number>();
  for (const seed of seeds) {
    const order = shuffled(steps, seed).join();
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(24);
  expect(Math.max(...counts.values())).toBeLessThan(160);
});
