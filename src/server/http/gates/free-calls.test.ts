import { expect, test } from 'vitest';
import { FreeCalls } from './free-calls.ts';

const MINUTE = 60_000;
const rule = (limit: number, key = 'a') => [{ key, limit }];

test('a sixteenth of a limit is free, then all calls are reported, those before with the first', () => {
  const calls = new FreeCalls();
  const reported = Array.from({ length: 6 }, () => calls.take(0, rule(64)));
  expect(reported).toEqual([null, null, null, null, [5], [1]]);
});

test('what was reported in one minute is reported in the next one, too, and free again in the one after', () => {
  const calls = new FreeCalls();
  for (let count = 0; count < 5; count += 1) calls.take(0, rule(64));
  expect(calls.take(MINUTE, rule(64))).toEqual([1]);
  expect(calls.take(3 * MINUTE, rule(64))).toBeNull();
});

test('of a low limit every call is reported, with those of the other rules', () => {
  const calls = new FreeCalls();
  const both = [...rule(600), ...rule(5, 'b')];
  expect(calls.take(0, rule(600))).toBeNull();
  expect(calls.take(0, both)).toEqual([2, 1]);
  expect(calls.take(0, both)).toEqual([1, 1]);
});

test('what was never reported is known for this minute and the one before', () => {
  const calls = new FreeCalls();
  calls.take(0, rule(600));
  expect(calls.unreported(0, 'a')).toBe(1);
  calls.take(MINUTE, rule(600));
  expect(calls.unreported(0, 'a')).toBe(1);
  calls.take(2 * MINUTE, rule(600));
  expect(calls.unreported(0, 'a')).toBe(0);
});
