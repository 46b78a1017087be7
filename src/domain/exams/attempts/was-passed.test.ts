import { expect, test } from 'vitest';
import { wasPassed } from './was-passed.ts';

const taken = (...percents: number[]) => percents.map((percent) => ({ percent, passed: percent >= 60 }));

test.for<[Parameters<typeof wasPassed>[1]['counts'], number[], boolean]>([
  ['best', [10, 80, 20], true],
  ['best', [10, 59], false],
  ['first', [10, 80], false],
  ['first', [80, 10], true],
  ['last', [80, 10], true],
  ['last', [10, 20], false],
  ['average', [10, 80], false],
  ['average', [10, 80, 100], true],
  ['average', [80, 10], true],
  ['average', [], false],
])('where the %s counts, attempts of %j mean passed: %s', ([counts, percents, expected]) => {
  expect(wasPassed(taken(...percents), { counts, passMark: 60 })).toBe(expected);
});
