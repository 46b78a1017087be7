import { expect, test } from 'vitest';
import { gradeExam } from './grade-exam.ts';
import { wholePercent } from './whole-percent.ts';

test('a percentage is whole, and never shows more than was reached', () => {
  expect([0, 66.6666666667, 69.999, 70, 100].map(wholePercent)).toEqual([0, 66, 69, 70, 100]);
});

test('what decimals lose when they are added up is not lost on the screen', () => {
  expect(wholePercent((100 * (0.1 + 0.2 + 0.4)) / 1)).toBe(70);
  expect(wholePercent(69.9999999999)).toBe(70);
});

test('who is shown the pass mark has passed, and who is shown less has not', () => {
  const questions = Array.from({ length: 22 }, (_, index) => ({
    id: `q-${index}`,
    kind: 'true-false' as const,
    prompt: '?',
    points: 1 + (index % 3),
    explanation: '',
    answer: true,
  }));
  for (let right = 0; right <= 22; right += 1) {
    const answers = new Map(questions.slice(0, right).map(({ id }) => [id, 'true']));
    const { passed, percent } = gradeExam({ passMark: 70, questions }, answers);
    expect(wholePercent(percent) >= 70).toBe(passed);
  }
});
