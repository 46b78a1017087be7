import { expect, test } from 'vitest';
import { untilMoment } from './until-moment.ts';

const AS_OF = '2026-11-23T12:00:00.000Z';

test('the first moment counts, by the clock that said both', () => {
  expect(untilMoment(['2026-11-23T12:00:30.000Z', '2026-11-23T12:00:05.000Z', null], AS_OF)).toBe(5000);
});

test('a moment that is past is asked for again soon, a far one once an hour, none never', () => {
  expect(untilMoment(['2026-11-23T11:59:59.000Z'], AS_OF)).toBe(1000);
  expect(untilMoment(['2027-11-23T12:00:00.000Z'], AS_OF)).toBe(3_600_000);
  expect(untilMoment([null], AS_OF)).toBe(false);
  expect(untilMoment([], AS_OF)).toBe(false);
});
