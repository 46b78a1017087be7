import { expect, test } from 'vitest';
import { retryAt } from './retry-at.ts';

test('the wait after a failure doubles from a minute to six hours', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const minutes = (failures: number) => (retryAt(now, failures).getTime() - now.getTime()) / 60_000;
  expect([1, 2, 3, 9, 10, 5000].map(minutes)).toEqual([1, 2, 4, 256, 360, 360]);
});
