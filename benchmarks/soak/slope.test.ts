import { expect, test } from 'vitest';
import { slopeOf } from './slope.ts';

test('a steady growth is told per minute, whatever it starts from', () => {
  const points = [0, 0.5, 1, 4].map((minute) => ({ minute: minute + 7, value: 300 + 2 * minute }));
  expect(slopeOf(points)).toBeCloseTo(2, 10);
});

test('what goes up and down around one value does not grow', () => {
  const points = [10, 30, 30, 10, 10, 30, 30, 10].map((value, minute) => ({ minute, value }));
  expect(slopeOf(points)).toBeCloseTo(0, 10);
});

test('a slope of fewer than two times is no number, which is under no limit', () => {
  expect(slopeOf([])).toBeNaN();
  expect(slopeOf([{ minute: 1, value: 5 }])).toBeNaN();
});
