import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../exam-settings.ts';
import { keySettings } from './key-settings.ts';

const now = new Date('2026-05-02T12:00:00Z');
const past = '2026-05-01T12:00:00Z';
const future = '2026-05-03T12:00:00Z';
const own = { ...DEFAULT_SETTINGS, feedback: 'after-closing' as const, closesAt: past };

test('keys that wait for the closing wait for the later one of the attempt and the present exam', () => {
  expect(keySettings(own, { ...own, closesAt: future }, now).closesAt).toBe(future);
  expect(keySettings({ ...own, closesAt: future }, own, now).closesAt).toBe(future);
  // The same moment in another time zone is not later.
  expect(keySettings(own, { ...own, closesAt: '2026-05-01T14:00:00+02:00' }, now)).toBe(own);
  expect(keySettings(own, undefined, now)).toBe(own);
});

test('where the present exam never closes, its rule decides, but not before the closing of the attempt', () => {
  const endless = { ...DEFAULT_SETTINGS, feedback: 'after-attempt' as const };
  expect(keySettings(own, endless, now)).toBe(endless);
  expect(keySettings({ ...own, closesAt: future }, endless, now)).toMatchObject({
    feedback: 'after-closing',
    closesAt: null,
  });
});

test('other rules, and an attempt that had no closing, hold as they were', () => {
  const never = { ...own, feedback: 'never' as const };
  expect(keySettings(never, { ...own, closesAt: future }, now)).toBe(never);
  const endless = { ...own, closesAt: null };
  expect(keySettings(endless, own, now)).toBe(endless);
});
