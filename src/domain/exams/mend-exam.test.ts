import { expect, test } from 'vitest';
import type { Question } from './kinds/kinds.ts';
import { mendExam } from './mend-exam.ts';

const number = (answer: number, id = 'n'): Question => ({
  ...{ id, kind: 'number', prompt: 'How many?', points: 1, explanation: '' },
  ...{ answer, tolerance: 0 },
});
const single = (right: string, options = ['a', 'b']): Question => ({
  ...{ id: 's', kind: 'single', prompt: 'Which?', points: 1, explanation: '' },
  options: options.map((text) => ({ text, correct: text === right })),
});

test('a question with another key or other points is graded by the present one', () => {
  const { mended, questions, unfit } = mendExam(
    [number(4), single('a')],
    [{ ...number(5), points: 2 }, single('b')],
  );
  expect(mended).toEqual(['n', 's']);
  expect(unfit).toEqual([]);
  expect(questions).toMatchObject([
    { answer: 5, points: 2 },
    { options: [{ correct: false }, { correct: true }] },
  ]);
});

test('a question that offers other choices, is of another kind or is gone stays as it was asked', () => {
  const asked = [single('a'), number(4), number(1, 'gone')];
  const { mended, questions, unfit } = mendExam(asked, [
    single('c', ['b', 'c']),
    { ...single('a'), id: 'n' },
  ]);
  expect(questions).toEqual(asked);
  expect({ mended, unfit }).toEqual({ mended: [], unfit: ['s', 'n'] });
});
