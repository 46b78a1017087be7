import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameOfBackup, readBackupName } from './backup-name.ts';
import { keptBackups } from './retention.ts';
import { isBackupDue, lastBackupTime, nextBackupTime, retryBackupAt } from './schedule.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = new Date('2026-11-26T16:00:00Z');
const kept = (moments: readonly Date[], daily: number, weekly: number, monthly: number) =>
  [...keptBackups(moments, { daily, weekly, monthly }, NOW)]
    .map((at) => at.toISOString().slice(0, 16))
    .sort();
/** One each night, the last on Thursday 26 November 2026. */
const nights = (count: number) =>
  Array.from({ length: count }, (_, ago) => new Date(Date.UTC(2026, 10, 26, 3) - ago * DAY_MS));

test('a name says what a backup is and when it was made, and nothing else is one', () => {
  const madeAt = new Date('2026-11-26T03:04:05.678Z');
  const name = nameOfBackup({ kind: 'school', madeAt });
  expect(name).toBe('school-20261126T030405Z.backup');
  expect(readBackupName(name)).toEqual({ kind: 'school', madeAt: new Date('2026-11-26T03:04:05Z') });
  expect(readBackupName('upgrade-20261126T030405Z.backup')).toMatchObject({ kind: 'upgrade' });
  for (const other of [
    `${name}.partial`,
    'school-20261326T030405Z.backup',
    '../school-20261126T030405Z.backup',
    'school.backup',
  ])
    expect(readBackupName(other), other).toBeNull();
});

test('of each of the last days, weeks, and months the newest backup is kept', () => {
  expect(kept(nights(100), 3, 2, 3)).toEqual([
    '2026-09-30T03:00',
    '2026-10-31T03:00',
    '2026-11-22T03:00',
    '2026-11-24T03:00',
    '2026-11-25T03:00',
    '2026-11-26T03:00',
  ]);
  const twice = [new Date('2026-11-26T03:00Z'), new Date('2026-11-26T15:00Z')];
  expect(kept([...twice, ...nights(5).slice(1)], 2, 0, 0)).toEqual(['2026-11-25T03:00', '2026-11-26T15:00']);
});

test('days without a backup do not count, so that a pause costs no old one', () => {
  const moments = [...nights(2), new Date('2026-05-01T03:00Z'), new Date('2026-04-01T03:00Z')];
  expect(kept(moments, 3, 0, 0)).toEqual(['2026-05-01T03:00', '2026-11-25T03:00', '2026-11-26T03:00']);
});

test('backups made while the clock was ahead take the place of no other, and are kept as sparsely', () => {
  const ahead = nights(9).map((at) => new Date(at.getTime() + 800 * DAY_MS));
  expect(kept([...ahead, ...nights(3)], 2, 0, 0)).toEqual([
    '2026-11-25T03:00',
    '2026-11-26T03:00',
    '2029-02-02T03:00',
    '2029-02-03T03:00',
  ]);
});

test('the newest backup is always kept, and never more than was asked for besides it', () => {
  const count = fc.integer({ min: 0, max: 9 });
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.array(moment), count, count, count, (moments, daily, weekly, monthly) => {
      const chosen = keptBackups(moments, { daily, weekly, monthly }, new Date('2030-01-01'));
      expect(chosen.size).toBeLessThanOrEqual(Math.max(1, daily + weekly + monthly));
      if (moments.length > 0)
        expect([...chosen].map(Number)).toContain(Math.max(...moments.map((at) => at.getTime())));
    }),
  );
});

test('a backup is due every day at its time', () => {
  const at = (now: string) =>
    [lastBackupTime, nextBackupTime].map((when) => when('03:30', new Date(now)).toISOString());
  expect(at('2026-11-26T03:29:59Z')).toEqual(['2026-11-25T03:30:00.000Z', '2026-11-26T03:30:00.000Z']);
  expect(at('2026-11-26T03:30:00Z')).toEqual(['2026-11-26T03:30:00.000Z', '2026-11-27T03:30:00.000Z']);
});

test('one that failed is tried three times more, after longer and longer waits', () => {
  const now = new Date('2026-11-26T03:00:00Z');
  const minutes = [1, 2, 3, 4].map((failures) => {
    const at = retryBackupAt(failures, now);
    return at && (at.getTime() - now.getTime()) / 60_000;
  });
  expect(minutes).toEqual([5, 15, 60, null]);
});

test('an attempt waits for its time, unless a clock that was ahead has set it', () => {
  const now = new Date('2026-11-26T03:00:00Z');
  const minutes = [-1, 0, 1, 60, 119, 121, 5 * 24 * 60];
  expect(minutes.filter((ahead) => isBackupDue(new Date(now.getTime() + ahead * 60_000), now))).toEqual([
    -1,
    0,
    121,
    5 * 24 * 60,
  ]);
});
