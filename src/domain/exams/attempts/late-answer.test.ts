import { expect, test } from 'vitest';
import { isLateAnswer } from './late-answer.ts';

const at = (time: string) => new Date(`2026-05-${time}Z`);
const ended = { startedAt: at('01T10:00'), deadlineAt: at('01T11:00'), endedBy: 'deadline' as const };
const late = (typed: string, received: string, attempt: Partial<Parameters<typeof isLateAnswer>[0]> = {}) =>
  isLateAnswer({ ...ended, ...attempt }, { typedAt: at(typed), receivedAt: at(received) });

test('what was typed during an attempt and came within a week of the deadline is evidence', () => {
  expect(late('01T10:00', '01T11:01')).toBe(true);
  expect(late('01T11:00', '08T11:00')).toBe(true);
});

test('what was typed before the attempt or after the deadline is none, and neither is what came later', () => {
  expect(late('01T09:59', '01T11:01')).toBe(false);
  expect(late('01T11:01', '01T11:02')).toBe(false);
  expect(late('01T10:30', '08T11:01')).toBe(false);
});

test('an attempt that goes on, was submitted or has no deadline has no late answers', () => {
  expect(late('01T10:30', '01T11:01', { endedBy: null })).toBe(false);
  expect(late('01T10:30', '01T11:01', { endedBy: 'candidate' })).toBe(false);
  expect(late('01T10:30', '01T11:01', { deadlineAt: null })).toBe(false);
});
