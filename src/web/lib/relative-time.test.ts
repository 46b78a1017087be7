import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const after = (seconds: number) => relativeTime(new Date(now + seconds * 1000).toISOString(), now);

test('an instant is as far away as a person would say', () => {
  expect(after(20 * 60)).toBe('in 20 minutes');
  expect(after(119 * 60)).toBe('in 1 hour');
  expect(after(24 * 3600)).toBe('tomorrow');
  expect(after(48 * 3600)).toBe('in 2 days');
  expect(after(72 * 3600)).toBe('in 3 days');
  expect(after(-3 * 3600)).toBe('3 hours ago');
  expect(after(30)).toBe('this minute');
});
