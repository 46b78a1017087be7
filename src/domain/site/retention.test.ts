import { expect, test } from 'vitest';
import { FOREVER, RETAINED, RETENTION_DAYS, retentionBorder } from './retention.ts';

test('what is kept for a year goes after exactly 365 days, what is kept forever never', () => {
  const now = new Date('2026-11-26T12:00:00Z');
  expect(retentionBorder(now, 365)).toEqual(new Date('2025-11-26T12:00:00Z'));
  expect(retentionBorder(now, FOREVER)).toBeNull();
});

test('the audit log and files of exams are kept forever unless a school decides otherwise', () => {
  expect(RETENTION_DAYS.audit[0]).toBe(FOREVER);
  expect(RETENTION_DAYS.examFiles[0]).toBe(FOREVER);
});

test('nothing can be kept for less than half a year', () => {
  for (const name of RETAINED)
    for (const days of RETENTION_DAYS[name]) expect(days === FOREVER || days >= 180).toBe(true);
});
