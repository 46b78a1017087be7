import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, deadlineOf, FEEDBACK } from './exam-settings.ts';
import { gradeExam } from './grade-exam.ts';
import { mayStart } from './may-start.ts';
import { showsFeedback } from './shows-feedback.ts';

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
  expect(mayStart(DEFAULT_SETTINGS, { count: 99, lastEnd: now }, now)).toEqual({ ok: true });
  const held = { ...DEFAULT_SETTINGS, attempts: 2, wait: 90, opensAt: later.toISOString() };
  expect(mayStart(held, none, now)).toEqual({ ok: false, reason: 'not-open', at: later });
  expect(mayStart({ ...held, opensAt: null }, { count: 1, lastEnd: now }, now)).toEqual({
    ...{ ok: false, reason: 'wait' },
    at: later,
  });
  expect(mayStart(held, { count: 1, lastEnd: now }, later)).toEqual({ ok: true });
  expect(mayStart(held, { count: 2, lastEnd: now }, later)).toMatchObject({ reason: 'none-left' });
  expect(mayStart({ ...held, closesAt: later.toISOString() }, none, later)).toMatchObject({
    reason: 'closed',
  });
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
    ...{ id, prompt: '', explanation: '', points: 1 },
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
