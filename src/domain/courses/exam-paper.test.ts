import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../exams/exam-settings.ts';
import { shuffled } from '../exams/scramble.ts';
import type { Exam } from './exam.ts';
import { examPaper } from './exam-paper.ts';

const asked = { points: 7, explanation: 'KEY-explanation' };
const exam: Exam = {
  intro: 'Welcome.',
  passMark: 70,
  settings: DEFAULT_SETTINGS,
  questions: [
    {
      ...asked,
      id: 'a',
      kind: 'single',
      prompt: 'Which?',
      options: [
        { text: 'one', correct: true },
        { text: 'two', correct: false },
      ],
    },
    { ...asked, id: 'b', kind: 'true-false', prompt: 'Is it?', answer: true },
    { ...asked, id: 'c', kind: 'number', prompt: 'How many?', answer: 4217, tolerance: 0 },
    { ...asked, id: 'd', kind: 'text', prompt: 'What?', answers: ['KEY-text'], caseSensitive: false },
    { ...asked, id: 'e', kind: 'order', prompt: 'Order', items: ['first', 'second', 'third', 'fourth'] },
    {
      ...asked,
      id: 'f',
      kind: 'match',
      prompt: 'Match',
      pairs: [
        { left: 'l1', right: 'r1' },
        { left: 'l2', right: 'r2' },
        { left: 'l3', right: 'r3' },
      ],
    },
  ],
};

test('the paper holds every question and none of the keys', () => {
  const paper = examPaper(exam);
  for (const shown of [
    'Welcome.',
    'Which?',
    'one',
    'two',
    'Is it?',
    'How many?',
    'What?',
    'first',
    'fourth',
    'l3',
    'r3',
  ])
    expect(paper).toContain(shown);
  for (const key of ['KEY-', '4217', 'correct', '7']) expect(paper).not.toContain(key);
});

test('shuffling does not depend on the order in which the items were given', () => {
  expect(shuffled(['c', 'a', 'b'], 'seed')).toEqual(shuffled(['a', 'b', 'c'], 'seed'));
});

test('numbered steps do not come out in their own order more often than chance has it', () => {
  const steps = ['step 1', 'step 2', 'step 3', 'step 4'];
  const seeds = Array.from({ length: 2400 }, (_, index) => `q-${index}`);
  const counts = new Map<string, number>();
  for (const seed of seeds) {
    const order = shuffled(steps, seed).join();
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(24);
  expect(Math.max(...counts.values())).toBeLessThan(160);
});
