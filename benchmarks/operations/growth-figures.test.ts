import { expect, test } from 'vitest';
import { type Costs, factorOf, isDecided } from './growth-figures.ts';

/** Rounds that cost one with few learners, and this with many. */
const rounds = (...many: number[]): Costs => [many.map(() => 1), many];
const times = (count: number, cost: number) => Array.from({ length: count }, () => cost);

test('a route is decided on either side of its limit by the same certainty', () => {
  expect(isDecided(rounds(...times(9, 1.1)), 1.15)).toBe(true);
  expect(isDecided(rounds(...times(9, 1.2)), 1.15)).toBe(true);
  expect(isDecided(rounds(...times(8, 1.1), 1.2), 1.15)).toBe(false);
  expect(isDecided(rounds(...times(8, 1.2), 1.1), 1.15)).toBe(false);
});

test('few rounds that are far off decide nothing, and change nothing', () => {
  const below = rounds(...times(20, 1.1), ...times(7, 90));
  const above = rounds(...times(20, 1.2), ...times(7, 0.01));
  expect([isDecided(below, 1.15), factorOf(below)]).toEqual([false, 1.1]);
  expect([isDecided(above, 1.15), factorOf(above)]).toEqual([false, 1.2]);
  expect(isDecided(rounds(...times(40, 1.1), ...times(14, 90)), 1.15)).toBe(true);
  expect(isDecided(rounds(...times(40, 1.2), ...times(14, 0.01)), 1.15)).toBe(true);
});
