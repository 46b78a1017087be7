import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeRanges, type Range, secondsIn } from './watched-ranges.ts';

test('what touches or overlaps becomes one range, what is empty is left out', () => {
  expect(
    mergeRanges([
      [30, 60],
      [0, 10],
      [10, 20],
      [50, 70],
      [80, 80],
    ]),
  ).toEqual([
    [0, 20],
    [30, 70],
  ]);
});

test('a film that is watched twice was watched once', () => {
  expect(
    secondsIn([
      [0, 100],
      [0, 100],
      [50, 120],
    ]),
  ).toBe(120);
});

test('merging keeps exactly the seconds that were in any range', () => {
  const range = fc.tuple(fc.nat(200), fc.nat(30)).map(([from, length]): Range => [from, from + length]);
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), fc.nat(250), (ranges, second) => {
      const holds = (all: readonly Range[]) => all.some(([from, to]) => second >= from && second < to);
      expect(holds(mergeRanges(ranges))).toBe(holds(ranges));
    }),
  );
});
