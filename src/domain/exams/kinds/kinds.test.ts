import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withValues } from '../parameters.ts';
import { gradeExam } from '../results/grade-exam.ts';
import { answeredFiles, type CodeSpec } from './code/code.ts';
import { areaOf, type Region } from './hotspot/regions.ts';
import { type Answer, NO_PARTS } from './kind.ts';
import { emptyQuestion, KIND_NAMES, kindOf, type Question } from './kinds.ts';
import { twoReadings } from './number/read-number.ts';

const word = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== '');
const words = fc.uniqueArray(word, {
  minLength: 2,
  maxLength: 6,
  selector: (text) => text.trim().toLowerCase(),
});
const asked = { id: 'q', prompt: 'What?', explanation: 'KEY-explanation' };
const place = fc.record({ x: fc.integer({ min: 0, max: 600 }), y: fc.integer({ min: 0, max: 300 }) });
const side = fc.integer({ min: 1, max: 60 });
const region: fc.Arbitrary<Region> = fc.oneof(
  fc.record({ shape: fc.constant('circle' as const), x: fc.nat(600), y: fc.nat(300), radius: side }),
  fc.record({
    shape: fc.constant('rectangle' as const),
    x: fc.nat(600),
    y: fc.nat(300),
    width: side,
    height: side,
  }),
  fc
    .array(place, { minLength: 3, maxLength: 8 })
    .filter((corners) => areaOf(corners) >= 2)
    .map((corners) => ({ shape: 'polygon' as const, points: corners })),
);
const points = fc.integer({ min: 1, max: 50 });

const RUBRIC = [
  {
    text: 'KEY-criterion',
    levels: [
      { text: 'KEY-level', points: 0 },
      { text: 'KEY-all', points: 1 },
    ],
  },
];

const CHECK = { module: 'main', call: 'double' };
const CODE: CodeSpec = {
  runner: 'javascript',
  seconds: 2,
  files: [
    { path: 'main.js', text: 'start' },
    { path: 'a.js', text: 'other' },
  ],
  given: [{ path: 'given.js', text: 'given' }],
  solution: [{ path: 'main.js', text: 'KEY-solution' }],
  checks: [
    { ...CHECK, id: 'seen', name: 'Doubles 1', args: [1], equals: 2 },
    {
      ...CHECK,
      id: 'kept',
      name: 'And more',
      hidden: true,
      args: ['KEY-args'],
      equals: 'KEY-value',
      hint: 'KEY-hint',
    },
  ],
};

/** Questions of every kind. A kind without a line here does not compile. */
const QUESTIONS: { readonly [Name in Question['kind']]: fc.Arbitrary<Question> } = {
  single: fc.tuple(points, words).map(([p, all]) => ({
    ...asked,
    kind: 'single',
    points: p,
    options: all.map((text, index) => ({ text, correct: index === 0 })),
  })),
  multiple: fc.tuple(points, words, fc.nat(4)).map(([p, all, right]) => ({
    ...asked,
    kind: 'multiple',
    points: p,
    options: all.map((text, index) => ({ text, correct: index === 0 || index <= right })),
  })),
  'true-false': fc
    .tuple(points, fc.boolean())
    .map(([p, answer]) => ({ ...asked, kind: 'true-false', points: p, answer })),
  number: fc
    .tuple(points, fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.nat(9))
    .map(([p, answer, tolerance]) => ({
      ...asked,
      kind: 'number',
      points: p,
      tolerance,
      unit: 'ms',
      answer: Number(answer.toFixed(3)),
    })),
  text: fc.tuple(points, words, fc.boolean()).map(([p, answers, caseSensitive]) => ({
    ...asked,
    kind: 'text',
    points: p,
    answers,
    caseSensitive,
  })),
  gaps: fc.tuple(points, words, words).map(([p, first, second]) => ({
    ...asked,
    kind: 'gaps',
    points: p,
    caseSensitive: false,
    gaps: [
      { answers: first, wrong: [] },
      { answers: second.slice(0, 1), wrong: second.slice(1) },
      { kind: 'number', answer: p, tolerance: 0.5, partial: [{ answer: p + 3, tolerance: 1, fraction: 50 }] },
      { kind: 'text', answers: second, caseSensitive: true, weight: 2 },
      {
        kind: 'single',
        options: first.map((text, at) => ({ text, correct: at === 0, fraction: at === 0 ? 100 : at })),
      },
    ],
  })),
  order: fc.tuple(points, words).map(([p, items]) => ({ ...asked, kind: 'order', points: p, items })),
  match: fc.tuple(points, words, words).map(([p, lefts, rights]) => ({
    ...asked,
    kind: 'match',
    points: p,
    pairs: lefts.map((left, index) => ({ left, right: rights[index % rights.length] ?? '' })),
  })),
  categorise: fc.tuple(points, words, words).map(([p, items, categories]) => ({
    ...asked,
    kind: 'categorise',
    points: p,
    categories,
    items: items.map((text, index) => ({ text, category: categories[index % categories.length] ?? '' })),
  })),
  hotspot: fc.tuple(points, fc.array(region, { minLength: 1, maxLength: 4 })).map(([p, regions]) => ({
    ...asked,
    kind: 'hotspot',
    points: p,
    regions,
    picture: { src: '/media/p.svg', alt: 'A picture', width: 640, height: 360 },
    spots: [{ text: 'the corner', x: 1, y: 1 }],
  })),
  essay: points.map(
    (p) => ({ ...emptyQuestion('essay', 'q'), ...asked, points: p, rubric: RUBRIC }) as Question,
  ),
  file: points.map(
    (p) => ({ ...emptyQuestion('file', 'q'), ...asked, points: p, rubric: RUBRIC }) as Question,
  ),
  code: points.map((p) => ({ ...asked, kind: 'code', points: p, code: CODE })),
};
const question = fc.oneof(...Object.values(QUESTIONS));
const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.string(),
  fc.array(fc.string()),
  fc.dictionary(fc.string(), fc.string()),
);
const pointsFor = (asks: Question, given: Answer) =>
  gradeExam({ passMark: 50, questions: [asks] }, new Map([['q', given]])).points;

/** What people mark is not in this: it has no key. */
const DECIDED = KIND_NAMES.filter((kind) => !kindOf(emptyQuestion(kind, 'q')).isMarkedByHand);

test.for(DECIDED)('%s: the key earns every point, nothing earns none, all else lies between', (kind) => {
  fc.assert(
    fc.property(QUESTIONS[kind], answer, (asks, given) => {
      expect(pointsFor(asks, kindOf(asks).toKey(asks))).toBeCloseTo(asks.points);
      for (const nothing of ['', [], {}]) expect(pointsFor(asks, nothing)).toBe(0);
      const earned = pointsFor(asks, given);
      expect(earned).toBeGreaterThanOrEqual(0);
      expect(earned).toBeLessThanOrEqual(asks.points);
    }),
  );
});

test('the order of the options does not matter', () => {
  const both = fc.tuple(fc.oneof(QUESTIONS.single, QUESTIONS.multiple), fc.array(fc.nat(5)));
  fc.assert(
    fc.property(both, ([asks, picks]) => {
      if (asks.kind !== 'single' && asks.kind !== 'multiple') return;
      const turned = { ...asks, options: [...asks.options].reverse() };
      const ids = kindOf(asks)
        .toPaper(asks, '')
        .choices.map(({ id }) => id);
      const given = asks.kind === 'single' ? (ids[picks[0] ?? 0] ?? '') : picks.map((at) => ids[at] ?? '');
      expect(pointsFor(turned, given)).toBe(pointsFor(asks, given));
    }),
  );
});

test('the paper of every kind has no explanation, points or accepted form, and does not depend on the key', () => {
  fc.assert(
    fc.property(question, fc.string(), (asks, seed) => {
      const paper = kindOf(asks).toPaper(asks, seed);
      expect(Object.keys(paper).sort()).toEqual(Object.keys(NO_PARTS).sort());
      expect(JSON.stringify(paper)).not.toContain('KEY-');
      if (['text', 'true-false', 'number'].includes(asks.kind))
        expect({ ...paper, unit: null }).toEqual(NO_PARTS);
      if (asks.kind === 'gaps') expect(paper.places[0]).toEqual({ id: '1', text: '(1)', choices: [] });
      if (asks.kind === 'hotspot') {
        const elsewhere = asks.regions.map(() => ({ shape: 'circle' as const, x: 1, y: 2, radius: 3 }));
        expect(kindOf(asks).toPaper({ ...asks, regions: elsewhere }, seed)).toEqual(paper);
      }
      if (asks.kind === 'order') {
        const turned = { ...asks, items: [...asks.items].reverse() };
        expect(kindOf(turned).toPaper(turned, seed)).toEqual(paper);
      }
    }),
  );
});

test('an answer that is code has the files of its question, in their order, and no others', () => {
  const asks = { ...asked, kind: 'code' as const, points: 1, code: CODE };
  const answer = { 'given.js': 'mine', 'a.js': '', __proto__x: 'x', '../out': 'x' };
  expect(Object.entries(answeredFiles(asks, answer))).toEqual([
    ['main.js', 'start'],
    ['a.js', ''],
  ]);
  for (const none of ['main.js', ['main.js'], {}])
    expect(answeredFiles(asks, none)).toEqual({ 'main.js': 'start', 'a.js': 'other' });
});

test('a gap that is a question of its own earns its part, is worked out, and can take points away', () => {
  const asks: Question = {
    ...asked,
    kind: 'gaps',
    points: 8,
    caseSensitive: false,
    parameters: [{ name: 'a', from: 3, to: 3, step: 1 }],
    gaps: [
      {
        kind: 'number',
        answer: '2 * a',
        tolerance: 0.1,
        weight: 2,
        partial: [{ answer: 'a', tolerance: 0, fraction: 50 }],
      },
      {
        kind: 'single',
        options: [
          { text: 'up', correct: true, fraction: 100 },
          { text: 'down', correct: false, fraction: -50 },
        ],
      },
      { kind: 'text', answers: ['in'], caseSensitive: true },
    ],
  };
  const drawn = withValues(asks, { a: 3 });
  const { places } = kindOf(drawn).toPaper(drawn, '');
  expect(places.map(({ isNumber }) => isNumber)).toEqual([true, undefined, undefined]);
  const idOf = (text: string) => places[1]?.choices.find((choice) => choice.text === text)?.id ?? '';
  const given = (first: string, second: string, third: string) => ({ 1: first, 2: idOf(second), 3: third });
  expect(pointsFor(drawn, kindOf(drawn).toKey(drawn))).toBe(8);
  expect(pointsFor(drawn, given('6,05', 'up', 'in'))).toBe(8);
  expect(pointsFor(drawn, given('3', 'up', 'IN'))).toBe(4);
  expect(pointsFor(drawn, given('', 'down', ''))).toBe(-1);
});

test('a wrong tick takes back what a right one gave: ticking everything earns little', () => {
  const options = ['a', 'b', 'c', 'd'].map((text, index) => ({ text, correct: index < 2 }));
  const asks: Question = { ...asked, kind: 'multiple', points: 4, options };
  const [a, b, c, d] = kindOf(asks)
    .toPaper(asks, '')
    .choices.map(({ id }) => id) as [string, string, string, string];
  expect(
    [[a], [a, b], [a, c], [a, b, c], [a, b, c, d], [c, d]].map((given) => pointsFor(asks, given)),
  ).toEqual([2, 4, 0, 2, 0, 0]);
});

test.for([
  ['3.5', 1],
  ['3,5', 1],
  ['3,500', 0],
  ['0,003500e3', 1],
  [' 3.5 ms', 1],
  ['3.6', 1],
  ['3.4', 1],
  ['3.61', 0],
  ['', 0],
  ['ms', 0],
  ['3.5 km', 0],
  ['Infinity', 0],
  ['0x3', 0],
  ['three', 0],
] as const)('where 3.5 ms give or take 0.1 is asked, "%s" earns %i', ([given, earned]) => {
  const asks: Question = { ...asked, kind: 'number', points: 1, answer: 3.5, tolerance: 0.1, unit: 'ms' };
  expect(pointsFor(asks, given)).toBe(earned);
});

test('case counts where the question says so, and space never does', () => {
  const asks = (caseSensitive: boolean): Question => ({
    ...asked,
    kind: 'text',
    points: 1,
    caseSensitive,
    answers: ['git reset', 'Reset'],
  });
  expect(pointsFor(asks(false), '  GIT   reset ')).toBe(1);
  expect(pointsFor(asks(true), 'GIT reset')).toBe(0);
  expect(pointsFor(asks(true), 'git  reset')).toBe(1);
});

test('what fits a pattern is right, and what was asked for by pattern alone is not shown', () => {
  const asks: Question = {
    ...asked,
    kind: 'text',
    points: 1,
    caseSensitive: false,
    answers: ['git reset --hard'],
    patterns: ['git reset +--(hard|keep)( HEAD)?'],
  };
  const given = [
    'git reset --hard',
    ' GIT  reset --keep HEAD',
    'git reset --soft',
    'git reset --hard HEAD~1',
  ];
  expect(given.map((each) => pointsFor(asks, each))).toEqual([1, 1, 0, 0]);
  expect(kindOf(asks).toKey(asks)).toBe('git reset --hard');
});

test('points count once for each region, a miss takes back, and no more points count than there are regions', () => {
  const asks: Question = {
    ...asked,
    kind: 'hotspot',
    points: 2,
    spots: [],
    picture: { src: '/media/p.svg', alt: 'A picture', width: 640, height: 360 },
    regions: [
      { shape: 'rectangle', x: 0, y: 0, width: 10, height: 10 },
      // A hollow one: its notch is outside.
      {
        shape: 'polygon',
        points: [
          { x: 100, y: 0 },
          { x: 140, y: 0 },
          { x: 140, y: 40 },
          { x: 120, y: 10 },
          { x: 100, y: 40 },
        ],
      },
    ],
  };
  const tries = [
    ['5,5'],
    ['5,5', '6,6'],
    ['10,10', '102,20'],
    ['5,5', '120,30'],
    ['50,50', '5,5', '110,5'],
    ['x', '5,5,5', '5,5'],
  ];
  expect(tries.map((given) => pointsFor(asks, given))).toEqual([1, 1, 2, 0, 0, 0]);
});

test.for([
  ['1,200', { whole: '1200', decimal: '1.200' }],
  [' \u221212,345 ms', { whole: '-12345', decimal: '-12.345' }],
  ['0,125', null],
  ['1,25', null],
  ['1,2000', null],
  ['1.200', null],
  ['1,200,000', null],
] as const)('a comma may stand for thousands or for decimals in "%s": %j', ([given, readings]) => {
  expect(twoReadings(given, 'ms')).toEqual(readings);
});
