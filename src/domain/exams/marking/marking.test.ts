import { expect, test } from 'vitest';
import { emptyQuestion, type Question } from '../kinds/kinds.ts';
import { gradeExam } from '../results/grade-exam.ts';
import { partOf } from './rubric.ts';

const level = (points: number) => ({ text: `worth ${points}`, points });
const rubric = [
  { text: 'Argument', levels: [level(0), level(2), level(4)] },
  { text: 'Language', levels: [level(0), level(2)] },
];

test('a rubric shares the points of a question out, and without one the marker gives them', () => {
  const parts = [
    [0, 0],
    [1, 0],
    [2, 1],
    [1, 1],
  ].map((levels) => partOf({ points: 12, rubric }, { levels }));
  expect(parts).toEqual([0, 2 / 6, 1, 4 / 6]);
  expect(partOf({ points: 12, rubric: [] }, { points: 3 })).toBe(0.25);
});

test('a mark that does not belong to the question is none', () => {
  const marks = [
    { levels: [0] },
    { levels: [0, 2] },
    { levels: [-1, 0] },
    { levels: [0, 0, 0] },
    { points: 3 },
  ];
  for (const mark of marks) expect(partOf({ points: 12, rubric }, mark)).toBeNull();
  for (const points of [-1, 13, Number.NaN])
    expect(partOf({ points: 12, rubric: [] }, { points })).toBeNull();
  expect(partOf({ points: 12, rubric: [] }, { levels: [0] })).toBeNull();
});

test('what people mark waits for them; what was not answered does not', () => {
  const essay: Question = { ...emptyQuestion('essay', 'q-essay'), points: 4 };
  const truth: Question = { ...emptyQuestion('true-false', 'q-true'), points: 1 };
  const exam = { passMark: 50, questions: [essay, truth] };
  const given = new Map([
    ['q-essay', 'My words'],
    ['q-true', 'true'],
  ]);
  expect(gradeExam(exam, given)).toMatchObject({ points: 1, passed: false, waiting: ['q-essay'] });
  expect(gradeExam(exam, new Map([['q-essay', '  ']]))).toMatchObject({ points: 0, waiting: [] });
  expect(gradeExam(exam, given, new Map([['q-essay', 0.5]]))).toMatchObject({
    points: 3,
    percent: 60,
    passed: true,
    waiting: [],
  });
});
