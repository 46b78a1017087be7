import { expect, test } from 'vitest';
import { accommodate } from './accommodate.ts';
import { mayStart } from './attempts/may-start.ts';
import { DEFAULT_SETTINGS, deadlineOf, FEEDBACK, waitsOf } from './exam-settings.ts';
import { countedResult } from './results/counted-result.ts';
import { gradeExam } from './results/grade-exam.ts';
import { showsFeedback } from './results/shows-feedback.ts';

const now = new Date('2026-03-29T00:30:00Z');
const later = new Date('2026-03-29T02:00:00Z');
const none = { count: 0, lastEnd: null };

test('the deadline is the time limit or the closing, whichever comes first, and no clock change moves it', () => {
  const limited = { ...DEFAULT_SETTINGS, timeLimit: 60 };
  expect(deadlineOf(DEFAULT_SETTINGS, now)).toBeNull();
  expect(deadlineOf(limited, now)).toEqual(new Date('2026-03-29T01:30:00Z'));
  expect(deadlineOf({ ...limited, closesAt: '2026-03-29T03:00:00+02:00' }, now)).toEqual(
    new Date('2026-03-29T01:00:00Z'),
  );
});

test('another attempt waits for its opening and the end of the waiting time, and says until when', () => {
  expect(mayStart({ ...DEFAULT_SETTINGS, wait: 0 }, { count: 99, lastEnd: now }, now)).toEqual({ ok: true });
  const held = { ...DEFAULT_SETTINGS, attempts: 2, wait: 90, opensAt: later.toISOString() };
  expect(mayStart(held, none, now)).toEqual({ ok: false, reason: 'not-open', at: later });
  expect(mayStart({ ...held, opensAt: null }, { count: 1, lastEnd: now }, now)).toEqual({
    ok: false,
    reason: 'wait',
    at: later,
  });
  expect(mayStart(held, { count: 1, lastEnd: now }, later)).toEqual({ ok: true });
  expect(mayStart(held, { count: 2, lastEnd: now }, later)).toMatchObject({ reason: 'none-left' });
  expect(mayStart({ ...held, closesAt: later.toISOString() }, none, later)).toMatchObject({
    reason: 'closed',
  });
});

test('an exam that says nothing lets everybody try again, after waits that grow to a day', () => {
  const minutes = [1, 2, 3, 4, 5, 99].map((count) => {
    const next = mayStart(DEFAULT_SETTINGS, { count, lastEnd: now }, now);
    return next.ok ? 0 : ((next.at?.getTime() ?? 0) - now.getTime()) / 60_000;
  });
  expect(minutes).toEqual([0, 10, 60, 1440, 1440, 1440]);
  expect(waitsOf({ wait: 0 })).toEqual([]);
  expect(waitsOf({ wait: 30 })).toEqual([30]);
});

test('each policy shows keys only when it says so', () => {
  const shown = (hasPassed: boolean, at: Date) =>
    FEEDBACK.filter((feedback) =>
      showsFeedback({ ...DEFAULT_SETTINGS, feedback, closesAt: later.toISOString() }, { hasPassed, now: at }),
    );
  expect(shown(false, now)).toEqual(['after-attempt']);
  expect(shown(true, now)).toEqual(['after-attempt', 'after-passing']);
  expect(shown(false, later)).toEqual(['after-attempt', 'after-closing']);
  expect(showsFeedback({ ...DEFAULT_SETTINGS, feedback: 'after-closing' }, { hasPassed: true, now })).toBe(
    false,
  );
});

test('exactly the pass mark passes, and what was not answered earns nothing', () => {
  const questions = ['a', 'b', 'c'].map((id) => ({
    id,
    prompt: '',
    explanation: '',
    points: 1,
    kind: 'true-false' as const,
    answer: true,
  }));
  const exam = { passMark: 200 / 3, questions };
  expect(
    gradeExam(
      exam,
      new Map([
        ['a', 'true'],
        ['b', 'true'],
      ]),
    ),
  ).toMatchObject({ points: 2, passed: true });
  expect(
    gradeExam(
      exam,
      new Map([
        ['a', 'true'],
        ['b', 'false'],
        ['c', 'false'],
      ]),
    ),
  ).toMatchObject({
    points: 1,
    passed: false,
  });
});

test('the attempt that counts is the one the exam says, and one without a result counts for nothing', () => {
  const taken = [
    { percent: 40, passed: false },
    { percent: 90, passed: true },
    { percent: null, passed: null },
    { percent: 50, passed: false },
  ];
  const counted = (counts: 'best' | 'last' | 'first' | 'average') =>
    countedResult(taken, { counts, passMark: 60 });
  expect(counted('best')).toEqual({ percent: 90, passed: true });
  expect(counted('first')).toEqual({ percent: 40, passed: false });
  expect(counted('last')).toEqual({ percent: 50, passed: false });
  // The third one waits to be marked: nothing after it counts before it does.
  expect(counted('average')).toEqual({ percent: 65, passed: true });
  const [unmarked, marked] = [taken.slice(2), taken.slice(1, 3)];
  for (const counts of ['first', 'average'] as const)
    expect(countedResult(unmarked, { counts, passMark: 50 })).toBeNull();
  expect(countedResult(unmarked, { counts: 'last', passMark: 50 })).toEqual({ percent: 50, passed: false });
  expect(countedResult(marked, { counts: 'average', passMark: 60 })).toEqual({ percent: 90, passed: true });
  expect(countedResult([{ percent: null, passed: null }], { counts: 'best', passMark: 60 })).toBeNull();
});

test('what a person is granted widens the rules: the most of it counts, and what has no limit gets none', () => {
  const none = { extraPercent: 0, extraMinutes: 0, extraAttempts: 0, opensAt: null, closesAt: null };
  const settings = {
    ...DEFAULT_SETTINGS,
    timeLimit: 45,
    attempts: 2,
    opensAt: later.toISOString(),
    closesAt: later.toISOString(),
  };
  expect(accommodate(settings, [])).toBe(settings);
  const everywhere = { ...none, extraPercent: 25, closesAt: '2026-04-01T00:00:00Z' };
  const here = { ...none, extraPercent: 10, extraMinutes: 5, extraAttempts: 1, opensAt: now.toISOString() };
  expect(accommodate(settings, [everywhere, here])).toEqual({
    ...settings,
    timeLimit: 62,
    attempts: 3,
    opensAt: now.toISOString(),
    closesAt: '2026-04-01T00:00:00Z',
  });
  expect(accommodate(DEFAULT_SETTINGS, [here])).toMatchObject({ timeLimit: null, attempts: null });
});

test('extra time is not a minute longer than what is granted', () => {
  const granted = { extraMinutes: 0, extraAttempts: 0, opensAt: null, closesAt: null };
  const limit = (timeLimit: number, extraPercent: number) =>
    accommodate({ ...DEFAULT_SETTINGS, timeLimit }, [{ ...granted, extraPercent }]).timeLimit;
  expect(limit(100, 10)).toBe(110);
  expect(limit(45, 25)).toBe(57);
  for (let minutes = 1; minutes <= 300; minutes += 1)
    for (let percent = 0; percent <= 100; percent += 5)
      expect(limit(minutes, percent)).toBe(minutes + Math.ceil((minutes * percent) / 100));
});

test('a date that is granted never replaces one of the exam that gives more time', () => {
  const none = { extraPercent: 0, extraMinutes: 0, extraAttempts: 0 };
  const stricter = { ...none, opensAt: '2026-03-29T03:00:00+02:00', closesAt: '2026-03-29T03:30:00+02:00' };
  const settings = { ...DEFAULT_SETTINGS, opensAt: now.toISOString(), closesAt: later.toISOString() };
  expect(accommodate(settings, [stricter])).toEqual(settings);
  expect(accommodate(DEFAULT_SETTINGS, [stricter])).toEqual(DEFAULT_SETTINGS);
});
