import { expect, test } from 'vitest';
import { ExpressionFault } from './arithmetic/expression.ts';
import { type Banked, chooseKeys, countTaken, drawQuestions, isDrawnBy } from './draw.ts';
import type { Question } from './kinds/kinds.ts';
import { drawQuestion, drawValues, parameterFault, withValues } from './parameters.ts';

const head = { points: 1, explanation: '' };
const product: Question = {
  ...head,
  id: 'q-1',
  kind: 'number',
  prompt: 'What is {a} * {b}? Twice: {= 2 * a }',
  tolerance: 0,
  answer: '{a} * {b}',
  parameters: [
    { name: 'a', from: 2, to: 9, step: 1 },
    { name: 'b', from: -0.3, to: 0.3, step: 0.1 },
  ],
};
const banked = (count: number): Banked[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `id-${at}`,
    key: `q-${at}`,
    version: 3,
    tags: [],
    question: { ...head, id: `q-${at}`, kind: 'true-false', prompt: `${at}?`, answer: true },
  }));
const draw = (id: string, count: number) => ({ id, bank: 'sums', tags: [], count, points: null });

test('numbers are drawn once for a seed, lie on their steps, and stand wherever they are named', () => {
  const seen = new Set<number>();
  for (let seed = 0; seed < 200; seed += 1) {
    const values = drawValues(product, `s${seed}`);
    expect(drawValues(product, `s${seed}`)).toEqual(values);
    const { a = 0, b = 0 } = values;
    seen.add(a);
    expect([2, 3, 4, 5, 6, 7, 8, 9]).toContain(a);
    expect([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]).toContain(b);
    const placed = withValues(product, values);
    expect(placed).not.toHaveProperty('parameters');
    expect(placed.prompt).toBe(`What is ${a} * ${b}? Twice: ${2 * a}`);
    expect(placed).toMatchObject({ answer: Number((a * b).toPrecision(12)) });
  }
  expect(seen.size).toBe(8);
});

test('names that are no parameters, and formulas, stay as they are written', () => {
  const prompt = 'Set $\\frac{x}{y}$ for {a} and {c}';
  const { prompt: placed } = withValues({ ...product, prompt }, { a: 4, b: 0 });
  expect(placed).toBe('Set $\\frac{x}{y}$ for 4 and {c}');
});

test('a power is taken of a negative number as a whole', () => {
  const parameters = [{ name: 'a', from: -3, to: -3, step: 1 }];
  const square: Question = { ...product, prompt: '{= a^2 }', answer: '{a}^2', parameters };
  expect(withValues(square, drawValues(square, 's'))).toMatchObject({ prompt: '9', answer: 9 });
});

test.for([
  [{ answer: '{a} / {b}' }, { code: 'no-number' }],
  [{ answer: '{a} * {c}' }, { code: 'unknown-name', name: 'c' }],
  [{ prompt: '{= a + }' }, { code: 'incomplete' }],
  [
    { parameters: [...(product.parameters ?? []), { name: 'a', from: 1, to: 2, step: 1 }] },
    { code: 'same-names' },
  ],
  [{}, null],
] as const)('what is wrong with a question is known: %o', ([change, problem]) => {
  const found = parameterFault({ ...product, ...change } as Question);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatchObject(problem);
});

test('an attempt draws as many as are asked for, none twice, and the same again for the same seed', () => {
  const exam = { questions: [product], draws: [draw('d-1', 3), draw('d-2', 5)] };
  const bank = banked(6);
  const keys = bank.map(({ key }) => key);
  const pools = new Map([
    ['d-1', keys],
    ['d-2', keys],
  ]);
  const drawOnce = (seed: string) => {
    const taken = [...chooseKeys(exam.draws, pools, seed)];
    const chosen = taken.map(
      ([id, of]) => [id, of.flatMap((key) => bank.filter((one) => one.key === key))] as const,
    );
    return drawQuestions(exam, new Map(chosen), seed);
  };
  const orders = new Set<string>();
  for (let seed = 0; seed < 50; seed += 1) {
    const { drawn, questions } = drawOnce(`s${seed}`);
    expect(drawOnce(`s${seed}`).questions).toEqual(questions);
    expect(questions).toHaveLength(1 + 3 + 3);
    const keys = drawn.filter(({ bank }) => bank === 'sums').map(({ key }) => key);
    expect(new Set(keys).size).toBe(6);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(7);
    expect(drawn[0]).toMatchObject({ id: 'q-1', bank: null, values: { a: expect.any(Number) } });
    expect(drawn[1]).toMatchObject({ bank: 'sums', version: 3, id: `d-1-${keys[0]}` });
    orders.add(keys.join());
  }
  expect(orders.size).toBeGreaterThan(30);
  expect(countTaken(exam.draws, pools)).toBe(6);
});

const ordered = (to: number): Question => ({
  ...head,
  id: 'q-2',
  kind: 'order',
  prompt: 'Sort',
  items: ['{a}', '{= a + 3 }', '{= a * 4 }'],
  parameters: [{ name: 'a', from: 1, to, step: 1 }],
});

test('numbers that make two items the same are drawn again', () => {
  const seen = new Set<number>();
  for (let seed = 0; seed < 200; seed += 1) {
    const { question, values } = drawQuestion(ordered(9), `s${seed}`);
    expect(drawQuestion(ordered(9), `s${seed}`)).toEqual({ question, values });
    expect(question).toEqual(withValues(ordered(9), values));
    seen.add(values.a ?? 0);
  }
  expect([...seen].sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  expect(parameterFault(ordered(9))).toBeNull();
});

test('numbers that an expression cannot take are drawn again, though its author is told of them', () => {
  const parameters = [{ name: 'a', from: 1, to: 9, step: 1 }];
  const share: Question = { ...product, prompt: 'What is {= 1 / (a - 5) }?', answer: 'a', parameters };
  const seen = new Set<number>();
  for (let seed = 0; seed < 200; seed += 1) {
    const { question, values } = drawQuestion(share, `s${seed}`);
    expect(drawQuestion(share, `s${seed}`)).toEqual({ question, values });
    expect(question).toEqual(withValues(share, values));
    seen.add(values.a ?? 0);
  }
  expect([...seen].sort()).toEqual([1, 2, 3, 4, 6, 7, 8, 9]);
  expect(parameterFault(share)).toEqual({ code: 'no-number', values: { a: 5 } });
  const never = { ...share, prompt: '{= 1 / (a - a) }' };
  expect(() => drawQuestion(never, 's')).toThrow(ExpressionFault);
});

test.for<Question>([
  ordered(1),
  {
    ...ordered(1),
    kind: 'categorise',
    categories: ['{a}', '1'],
    items: [
      { text: 'One', category: '1' },
      { text: 'Two', category: '1' },
    ],
  } as Question,
])('a $kind question whose numbers always make two items the same is refused', (question) => {
  expect(parameterFault(question)).toEqual({ code: 'same-texts' });
});

test('no two questions of an attempt have the same id', () => {
  const own: Question = { ...head, id: 'a-b-c', kind: 'true-false', prompt: 'Own?', answer: true };
  const [one, two] = banked(2);
  if (!one || !two) throw new Error('two were made');
  const chosen = new Map([
    ['a', [{ ...one, key: 'b-c' }]],
    ['a-b', [{ ...two, key: 'c' }]],
  ]);
  const { drawn, questions } = drawQuestions(
    { questions: [own], draws: [draw('a', 1), draw('a-b', 1)] },
    chosen,
    's',
  );
  expect(questions.map(({ id }) => id)).toEqual(['a-b-c', 'a-b-c-2', 'a-b-c-3']);
  expect(drawn.map(({ id, key }) => [id, key])).toEqual([
    ['a-b-c-2', 'b-c'],
    ['a-b-c-3', 'c'],
  ]);
  expect(isDrawnBy('a-b-c-3', { id: 'a-b' }, 'c')).toBe(true);
  expect(isDrawnBy('a-b-cd', { id: 'a-b' }, 'c')).toBe(false);
});
