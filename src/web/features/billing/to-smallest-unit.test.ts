import { expect, test } from 'vitest';
import { toSmallestUnit } from './to-smallest-unit.ts';

test.for([
  ['19.99', 2, 1999],
  ['19,9', 2, 1990],
  [' 20 ', 2, 2000],
  ['0.07', 2, 7],
  ['1500', 0, 1500],
  ['1.5', 0, null],
  ['19.999', 2, null],
  ['-5', 2, null],
  ['1e3', 2, null],
  ['', 2, null],
] as const)('%s with %i decimals is %s of the smallest unit', ([text, digits, amount]) => {
  expect(toSmallestUnit(text, digits)).toBe(amount);
});
