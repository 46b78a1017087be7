import { expect, onTestFinished, test, vi } from 'vitest';
import { printGrowth } from './growth.ts';
import { type Costs, costOf, factorOf, isDecided } from './growth-figures.ts';

/** A time whose rounds cost one with few learners, and this with many. */
const time = (...many: number[]): Costs => [many.map(() => 1), many, 1];
const times = (...factors: number[]) => factors.map((factor) => time(factor));

test('a route is decided on either side of its limit by the same certainty', () => {
  expect(isDecided(times(1.1, 1.12, 1.14), 1.15)).toBe(true);
  expect(isDecided(times(1.16, 1.18, 1.2), 1.15)).toBe(true);
  expect(isDecided(times(1.1, 1.12, 1.16), 1.15)).toBe(false);
  expect(isDecided(times(1.2, 1.18, 1.14), 1.15)).toBe(false);
  expect(isDecided(times(1.1, 1.1, 1.1, 1.1, 1.1, 1.2), 1.15)).toBe(false);
  expect(isDecided(times(1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.2), 1.15)).toBe(true);
  expect(isDecided(times(1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.1), 1.15)).toBe(true);
});

test('rounds and times that are far off change nothing', () => {
  const measured = [time(1.1, 1.1, 90), time(1.1, 0.01, 1.1), time(90, 90, 90)];
  expect([factorOf(measured), costOf(measured, 0), costOf(measured, 1)]).toEqual([1.1, 1, 1.1]);
});

test('a file may grow as its bytes do, by what they were each time', () => {
  const file = (few: number, bytes: number): Costs => [[few], [9000], bytes];
  expect(factorOf([file(10, 1000), file(20, 500), file(30, 300)])).toBe(0.9);
  expect(isDecided([file(10, 1000), file(20, 500), file(30, 300)], 1.15)).toBe(true);
});

test('a route that could not be measured is a fault as one that is over its limit', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  expect(printGrowth([], [])).toBe(0);
  expect(printGrowth([], ['/admin/new 404 COURSE_NOT_FOUND'])).toBe(1);
});
