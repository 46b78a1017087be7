import { expect, test } from 'vitest';
import type { Accommodation } from '../exams/accommodate.ts';
import { DEFAULT_SETTINGS, type ExamSettings } from '../exams/exam-settings.ts';
import { type DatedSection, sectionDeadline } from './deadlines.ts';

const now = new Date('2026-03-10T12:00:00Z');
const learner = { enrolledAt: new Date('2026-03-01T12:00:00Z'), now };
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const lesson = (rules: Partial<DatedSection['rules']>): DatedSection => ({
  rules: { opensAt: null, opensAfterDays: null, started: false, ...rules },
  exam: null,
});
type Exam = NonNullable<DatedSection['exam']>;
const exam = (settings: Partial<ExamSettings>, more: Partial<Exam> = {}): DatedSection => ({
  ...lesson({}),
  exam: {
    settings: { ...DEFAULT_SETTINGS, ...settings },
    granted: [],
    taken: { count: 0, lastEnd: null },
    isSettled: false,
    ...more,
  },
});
const closing = (days: number) => inDays(days).toISOString();
const granted = (closesAt: Date): Accommodation => ({
  extraPercent: 0,
  extraMinutes: 0,
  extraAttempts: 0,
  opensAt: null,
  closesAt: closesAt.toISOString(),
});

test('a section that opens within two weeks is told, by its date or by the days since the enrolment', () => {
  expect(sectionDeadline(lesson({ opensAt: inDays(14) }), learner)).toEqual({
    kind: 'section-opens',
    at: inDays(14),
  });
  expect(sectionDeadline(lesson({ opensAfterDays: 10 }), learner)).toEqual({
    kind: 'section-opens',
    at: inDays(1),
  });
  for (const rules of [{ opensAt: inDays(15) }, { opensAt: inDays(-1) }, { opensAfterDays: 9 }, {}])
    expect(sectionDeadline(lesson(rules), learner)).toBeNull();
});

test('what was started does not open any more', () => {
  expect(sectionDeadline(lesson({ opensAt: inDays(3), started: true }), learner)).toBeNull();
});

test('an exam that closes within two weeks is told as long as it can be taken', () => {
  const reported = { kind: 'exam-closes', at: inDays(5) };
  expect(sectionDeadline(exam({ closesAt: closing(5) }), learner)).toEqual(reported);
  expect(sectionDeadline(exam({ closesAt: closing(15) }), learner)).toBeNull();
  expect(sectionDeadline(exam({ closesAt: closing(-1) }), learner)).toBeNull();
  expect(sectionDeadline(exam({ closesAt: closing(5) }, { isSettled: true }), learner)).toBeNull();
  const once = { taken: { count: 1, lastEnd: now } };
  expect(sectionDeadline(exam({ closesAt: closing(5), attempts: 1 }, once), learner)).toBeNull();
  expect(sectionDeadline(exam({ closesAt: closing(5), wait: 60 }, once), learner)).toEqual(reported);
  expect(sectionDeadline(exam({ closesAt: closing(5), wait: 60 * 24 * 6 }, once), learner)).toBeNull();
});

test('an exam that is not open yet is told by its opening, one behind a closed section by that of the section', () => {
  const dates = { opensAt: closing(2), closesAt: closing(5) };
  expect(sectionDeadline(exam(dates), learner)).toEqual({ kind: 'section-opens', at: inDays(2) });
  expect(sectionDeadline(exam({ ...dates, opensAt: closing(20) }), learner)).toBeNull();
  const closed = { ...exam(dates), rules: lesson({ opensAt: inDays(3) }).rules };
  expect(sectionDeadline(closed, learner)).toEqual({ kind: 'section-opens', at: inDays(3) });
});

test('who was granted a later closing is told that one, and nobody where the exam never closes', () => {
  const late = { granted: [granted(inDays(9))] };
  expect(sectionDeadline(exam({ closesAt: closing(-1) }, late), learner)).toEqual({
    kind: 'exam-closes',
    at: inDays(9),
  });
  expect(sectionDeadline(exam({ closesAt: null }, late), learner)).toBeNull();
});
