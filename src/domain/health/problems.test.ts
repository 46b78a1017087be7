import { expect, test } from 'vitest';
import { findProblems, type HealthLimits, type HealthState, type ObservedChore } from './problems.ts';

const LIMITS: HealthLimits = { choreFailures: 3, failedMails: 5, backupDays: 7 };
const DAY = 24 * 3600;
const WELL: HealthState = {
  processes: [{ host: 'one', silentSeconds: 5, faults: [] }],
  chores: [],
  failedMails: 0,
  overdueSeconds: 0,
  urgentOverdueSeconds: 0,
  oldestNoticeSeconds: 0,
  parkedPayments: 0,
  paymentDrifts: 0,
  oldestLabSeconds: 0,
  isArchiveFailing: false,
  backupError: null,
  backupSecondsAgo: DAY,
  schoolAgeSeconds: 400 * DAY,
};
const kinds = (state: Partial<HealthState>, limits: Partial<HealthLimits> = {}) =>
  findProblems({ ...WELL, ...state }, { ...LIMITS, ...limits }).map(({ kind }) => kind);
const chore = (changes: Partial<ObservedChore>): ObservedChore => ({
  name: 'purge trash',
  failures: 0,
  error: null,
  everySeconds: 60,
  startedSecondsAgo: 30,
  isRunning: false,
  isCutOff: false,
  ...changes,
});

test('a school where all is well has no problem', () => {
  expect(findProblems(WELL, LIMITS)).toEqual([]);
});

test("what a process says of itself is a problem of its machine, a store is everybody's", () => {
  const faults = [
    { code: 'disk-low' as const, detail: '900 MB free' },
    { code: 'storage' as const, detail: 'away' },
  ];
  const processes = ['one', 'two'].map((host) => ({ host, silentSeconds: 5, faults }));
  expect(findProblems({ ...WELL, processes }, LIMITS)).toEqual([
    { kind: 'storage', subject: '', detail: 'away' },
    { kind: 'disk-low', subject: 'one', detail: '900 MB free' },
    { kind: 'disk-low', subject: 'two', detail: '900 MB free' },
  ]);
});

test('a process that is silent is a problem, whatever it said last', () => {
  const faults = [{ code: 'disk-low' as const, detail: '' }];
  const at = (silentSeconds: number) => kinds({ processes: [{ host: 'one', silentSeconds, faults }] });
  expect([at(120), at(121)]).toEqual([['disk-low'], ['process-silent']]);
});

test.for([
  ['failed twice', { failures: 2, error: 'no room' }, []],
  ['failed three times', { failures: 3, error: 'no room' }, ['chore-failing']],
  ['is late by its rounds and ten minutes', { startedSecondsAgo: 780 }, []],
  ['is later than that', { startedSecondsAgo: 781 }, ['chore-stuck']],
  ['runs for long', { startedSecondsAgo: 90_000, isRunning: true }, []],
  ['of a week was cut off a moment ago', { everySeconds: 7 * DAY, isCutOff: true }, []],
  [
    'of a week was cut off and is not tried again for days',
    { everySeconds: 7 * DAY, isCutOff: true, startedSecondsAgo: 601 },
    ['chore-stuck'],
  ],
] as const)('a chore that %s', ([, changes, expected]) => {
  expect(kinds({ chores: [chore(changes)] })).toEqual(expected);
});

test('mails that do not leave are a problem sooner when somebody waits for them', () => {
  expect(kinds({ urgentOverdueSeconds: 301 })).toEqual(['mails-stuck']);
  expect(kinds({ overdueSeconds: 301 })).toEqual([]);
  expect(kinds({ overdueSeconds: 7201 })).toEqual(['mails-stuck']);
});

test('notices that nobody is told of for an hour are a problem', () => {
  expect(kinds({ oldestNoticeSeconds: 3600 })).toEqual([]);
  expect(kinds({ oldestNoticeSeconds: 3601 })).toEqual(['notices-stuck']);
});

test('failed mails count from the limit on', () => {
  expect([kinds({ failedMails: 4 }), kinds({ failedMails: 5 })]).toEqual([[], ['mails-failed']]);
});

test('backups are asked of a school that had time to make one, and of none that makes them elsewhere', () => {
  expect(kinds({ backupSecondsAgo: 8 * DAY })).toEqual(['backup-old']);
  expect(kinds({ backupSecondsAgo: 7 * DAY })).toEqual([]);
  expect(kinds({ backupSecondsAgo: null })).toEqual(['backup-missing']);
  expect(kinds({ backupSecondsAgo: null, schoolAgeSeconds: 6 * DAY })).toEqual([]);
  expect(kinds({ backupSecondsAgo: null }, { backupDays: 0 })).toEqual([]);
});

test('an archive that fails is a problem', () => {
  expect(kinds({ isArchiveFailing: true })).toEqual(['archive-failing']);
});

test('payments and labs are problems too, after what stops the school', () => {
  const state = { parkedPayments: 1, paymentDrifts: 2, oldestLabSeconds: 601, urgentOverdueSeconds: 1000 };
  expect(kinds(state)).toEqual(['mails-stuck', 'payments-parked', 'payments-drift', 'labs-waiting']);
});
