import { expect, test } from 'vitest';
import { ratingOf } from './rating-of.ts';

test('a course without reviews has no rating', () => {
  expect(ratingOf({ count: 0, stars: 0 })).toBeNull();
});

test('the average is told to one decimal', () => {
  expect(ratingOf({ count: 3, stars: 14 })).toEqual({ count: 3, average: 4.7 });
  expect(ratingOf({ count: 1, stars: 5 })).toEqual({ count: 1, average: 5 });
  expect(ratingOf({ count: 8, stars: 30 })).toEqual({ count: 8, average: 3.8 });
});
