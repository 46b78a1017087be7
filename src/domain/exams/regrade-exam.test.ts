import { expect, test } from 'vitest';
import type { Exam } from '../courses/exam.ts';
import type { Draw, Drawn } from './draw.ts';
import { DEFAULT_SETTINGS } from './exam-settings.ts';
import type { Question } from './kinds/kinds.ts';
import { type Present, regradeExam } from './regrade-exam.ts';

const number = (answer: number | string, id = 'n'): Question => ({
  id,
  kind: 'number',
  prompt: 'How many?',
  points: 1,
  explanation: '',
  answer,
  tolerance: 0,
});
const single = (right: string, options = ['a', 'b']): Question => ({
  id: 's',
  kind: 'single',
  prompt: 'Which?',
  points: 1,
  explanation: '',
  options: options.map((text) => ({ text, correct: text === right })),
});
const parameter = (name: string) => ({ name, from: 1, to: 9, step: 1 });
const examOf = (questions: Question[], drawn?: Drawn[]): Exam => ({
  intro: '',
  passMark: 50,
  settings: DEFAULT_SETTINGS,
  questions,
  draws: [],
  ...(drawn && { drawn }),
});
const now = (questions: Question[], draws: Draw[] = [], banked: Present['banked'] = () => undefined) => ({
  questions,
  draws,
  banked,
});

const idsOf = (named: readonly { id: string }[]) => named.map(({ id }) => id);

test('a question with another key or other points is graded by the present one', () => {
  const asked = examOf([number(4), single('a')]);
  const { exam, corrected, unfit } = regradeExam({ asked }, now([{ ...number(5), points: 2 }, single('b')]));
  expect(idsOf(corrected)).toEqual(['n', 's']);
  expect(unfit).toEqual([]);
  expect(exam.questions).toMatchObject([
    { answer: 5, points: 2 },
    { options: [{ correct: false }, { correct: true }] },
  ]);
});

test('a question that offers other choices, is of another kind or is gone stays as it was asked, and why', () => {
  const asked = examOf([single('a'), number(4), number(1, 'gone')]);
  const present = now([single('c', ['b', 'c']), { ...single('a'), id: 'n' }]);
  const { exam, corrected, unfit } = regradeExam({ asked }, present);
  expect(exam.questions).toEqual(asked.questions);
  expect(corrected).toEqual([]);
  expect(unfit).toMatchObject([
    { id: 's', reason: 'choices' },
    { id: 'n', reason: 'kind' },
    { id: 'gone', reason: 'removed' },
  ]);
});

test('what was graded by a corrected key is graded anew only when the key changes again, and can be taken back', () => {
  const asked = examOf([number(4)]);
  const { exam: graded } = regradeExam({ asked }, now([number(5)]));
  expect(regradeExam({ asked, graded }, now([number(5)])).corrected).toEqual([]);
  const back = regradeExam({ asked, graded }, now([number(4)]));
  expect(back).toMatchObject({ corrected: [{ id: 'n' }], exam: { questions: asked.questions } });
});

test('a question that was corrected and then changed beyond recognition stays as it was graded', () => {
  const asked = examOf([single('a')]);
  const { exam: graded } = regradeExam({ asked }, now([single('b')]));
  const { exam, unfit } = regradeExam({ asked, graded }, now([single('c', ['c', 'd'])]));
  expect(exam.questions).toEqual(graded.questions);
  expect(unfit).toMatchObject([{ id: 's', reason: 'choices' }]);
});

test('marks by a rubric that has changed since stay as they were given', () => {
  const essay = (text: string): Question => ({
    id: 'e',
    kind: 'essay',
    prompt: 'Argue.',
    points: 4,
    explanation: '',
    minWords: null,
    maxWords: null,
    rubric: [
      {
        text,
        levels: [
          { text: 'no', points: 0 },
          { text: 'yes', points: 1 },
        ],
      },
    ],
  });
  const asked = examOf([essay('Reasons')]);
  expect(regradeExam({ asked }, now([essay('Style')])).unfit).toMatchObject([{ id: 'e', reason: 'rubric' }]);
  expect(idsOf(regradeExam({ asked }, now([{ ...essay('Reasons'), points: 8 }])).corrected)).toEqual(['e']);
});

test('a number that was asked in one unit is not graded in another', () => {
  const inUnit = (unit: string | undefined, answer = 4) => ({ ...number(answer), unit }) as Question;
  const asked = examOf([inUnit('m')]);
  expect(regradeExam({ asked }, now([inUnit('cm', 400)])).unfit).toMatchObject([
    { id: 'n', reason: 'choices' },
  ]);
  expect(idsOf(regradeExam({ asked: examOf([number(4)]) }, now([inUnit('m')])).corrected)).toEqual(['n']);
});

test('a question with numbers is graded by its present key with the numbers of the attempt', () => {
  const present = (answer: string, names = ['a', 'b']) => ({
    ...number(answer),
    explanation: '{a} and {b}',
    parameters: names.map(parameter),
  });
  const own = { bank: null, key: null, version: null };
  const asked = examOf(
    [{ ...number(5), explanation: '2 and 3' }],
    [{ id: 'n', ...own, values: { a: 2, b: 3 } }],
  );
  expect(regradeExam({ asked }, now([present('a + b')])).corrected).toEqual([]);
  const { exam, corrected } = regradeExam({ asked }, now([present('a * b')]));
  expect(idsOf(corrected)).toEqual(['n']);
  expect(exam.questions).toMatchObject([{ answer: 6, explanation: '2 and 3' }]);
  const reasons = [present('a', ['a']), present('a', ['a', 'b', 'c']), present('a / (b - 3)'), number(5)].map(
    (question) => regradeExam({ asked }, now([question])).unfit[0]?.reason,
  );
  expect(reasons).toEqual(['parameters', 'parameters', 'expression', 'parameters']);
});

test('a drawn question is graded by what its bank holds now', () => {
  const drawn = [{ id: 'd-k', bank: 'sums', key: 'k', version: 1, values: { a: 2 } }];
  const asked = examOf([{ ...number(3, 'd-k'), points: 5 }], drawn);
  const inBank = { ...number('a + 2', 'k'), parameters: [parameter('a')], points: 7 };
  const banked = () => ({ id: 'q', key: 'k', version: 4, tags: ['sums'], question: inBank });
  const draw = { id: 'd', bank: 'sums', tags: [], count: 1, points: null };
  const { exam, corrected } = regradeExam({ asked }, now([], [draw], banked));
  expect(corrected).toEqual([{ id: 'd-k', prompt: 'How many?', version: 4 }]);
  expect(exam).toMatchObject({
    questions: [{ id: 'd-k', answer: 4, points: 7 }],
    drawn: [{ version: 4, values: { a: 2 } }],
  });
  expect(regradeExam({ asked }, now([], [{ ...draw, points: 9 }], banked)).exam.questions[0]?.points).toBe(9);
  // The exam draws it no longer: it is worth what it was worth.
  expect(regradeExam({ asked }, now([], [], banked)).exam.questions[0]?.points).toBe(5);
  expect(regradeExam({ asked }, now([], [draw])).unfit).toMatchObject([{ id: 'd-k', reason: 'removed' }]);
});

test('a question whose options earn other percentages than they did is graded by the present ones', () => {
  const weighted = (wrong: number): Question => ({
    ...single('a'),
    kind: 'single',
    options: [
      { text: 'a', correct: true, fraction: 100 },
      { text: 'b', correct: false, fraction: wrong },
    ],
  });
  const asked = examOf([single('a')]);
  const { exam, corrected } = regradeExam({ asked }, now([weighted(-50)]));
  expect(idsOf(corrected)).toEqual(['s']);
  const graded = exam.questions.flatMap((each) => ('options' in each ? each.options : []));
  expect(graded.map(({ fraction }) => fraction)).toEqual([100, -50]);
  expect(regradeExam({ asked, graded: exam }, now([weighted(-50)])).corrected).toEqual([]);
});
