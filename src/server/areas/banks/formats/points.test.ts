import fc from 'fast-check';
import { expect, test } from 'vitest';
import { questionForm } from '#contract/questions/question-form';
import { kindOf } from '#domain/exams/kinds/kinds';
import { gradeExam } from '#domain/exams/results/grade-exam';
import { bankFileOf, readBankFile } from './bank-file.ts';
import { readGift } from './gift/read-gift.ts';
import { readMoodleXml } from './moodle/read-moodle-xml.ts';

const answer = (share: number | string, text: string) =>
  `<answer fraction="${share}"><text><![CDATA[${text}]]></text></answer>`;
function read(type: string, inner: string) {
  const [found] = readMoodleXml(
    `<quiz><question type="${type}"><name><text>Named</text></name><questiontext><text>Which?</text></questiontext>${inner}</question></quiz>`,
  );
  return { ...found, question: found?.question && questionForm.parse({ ...found.question, id: 'q' }) };
}
/** What choosing the options with these texts earns. */
function earned({ question }: ReturnType<typeof read>, ...texts: string[]): number {
  if (question?.kind !== 'single' && question?.kind !== 'multiple') throw new Error('it is no choice');
  const ids = kindOf(question)
    .toPaper(question, '')
    .choices.flatMap(({ id, text }) => (texts.includes(text) ? [id] : []));
  const given = question.kind === 'single' ? (ids[0] ?? '') : ids;
  return gradeExam({ passMark: 50, questions: [question] }, new Map([['q', given]])).points;
}

test('a single choice of Moodle keeps what wrong options take away, and says nothing of it', () => {
  const found = read(
    'multichoice',
    `<single>true</single>${answer(100, 'a')}${answer('-33.33333', 'b')}${answer('50', 'c')}${answer(0, 'd')}`,
  );
  expect(['a', 'b', 'c', 'd'].map((text) => earned(found, text))).toEqual([1, -0.3333333, 0.5, 0]);
  expect(found).toMatchObject({ changes: [], question: { kind: 'single' } });
});

test('an option that takes everything away keeps doing so', () => {
  const found = read(
    'multichoice',
    `<single>true</single>${answer(100, 'a')}${answer(-100, 'b')}${answer(0, 'c')}`,
  );
  expect(['a', 'b', 'c'].map((text) => earned(found, text))).toEqual([1, -1, 0]);
});

test('a multiple choice of Moodle whose wrong options cost nothing stays as lenient as it was', () => {
  const found = read(
    'multichoice',
    `<single>false</single>${answer('33.333', 'a')}${answer('33.3333333', 'b')}${answer('33.33333', 'c')}${answer(0, 'd')}`,
  );
  expect(earned(found, 'a', 'b', 'c', 'd')).toBe(1);
  expect(earned(found, 'a', 'd')).toBeCloseTo(1 / 3, 6);
  expect(found.changes).toEqual([]);
});

test('a question that our own rule grades alike has no fractions', () => {
  const single = read('multichoice', `<single>true</single>${answer(100, 'a')}${answer(0, 'b')}`);
  const multiple = read(
    'multichoice',
    `<single>false</single>${answer(50, 'a')}${answer(50, 'b')}${answer(-50, 'c')}`,
  );
  expect(JSON.stringify([single.question, multiple.question])).not.toContain('fraction');
});

test('two options of a single choice can earn everything, and it stays a single choice', () => {
  const found = read(
    'multichoice',
    `<single>true</single>${answer(100, 'a')}${answer(100, 'b')}${answer(0, 'c')}`,
  );
  expect(found.question?.kind).toBe('single');
  expect(['a', 'b', 'c'].map((text) => earned(found, text))).toEqual([1, 1, 0]);
});

test.for([
  [
    [
      [100, 'Paris'],
      [50, 'Lyon'],
      [0, '*'],
    ],
    { answers: ['Paris'], partial: [{ text: 'Lyon', fraction: 50 }] },
  ],
  // The first that fits decides, so what comes before a wider pattern stays before it.
  [
    [
      [100, 'Paris'],
      [50, 'P*'],
      [80, 'Lyon'],
    ],
    {
      partial: [
        { text: 'Paris', fraction: 100 },
        { pattern: 'P.*', fraction: 50 },
        { text: 'Lyon', fraction: 80 },
      ],
    },
  ],
] as const)('a short answer keeps its partial credit: %j', ([answers, wanted]) => {
  const found = read('shortanswer', answers.map(([share, text]) => answer(share, text)).join(''));
  expect(found.question).toMatchObject(wanted);
});

test('wrong choices of a matching question stay, in Moodle XML and in GIFT', () => {
  const sub = (left: string, right: string) =>
    `<subquestion><text>${left}</text><answer><text>${right}</text></answer></subquestion>`;
  const wanted = { kind: 'match', pairs: [{ left: 'a' }, { left: 'b' }], wrong: ['3'] };
  const found = read('matching', sub('a', '1') + sub('b', '2') + sub('', '3') + sub('', '1'));
  expect(found).toMatchObject({ changes: [], question: wanted });
  expect(readGift('Q {=a -> 1 =b -> 2 = -> 3}')[0]).toMatchObject({ changes: [], question: wanted });
});

test('a short answer of Moodle is the text that it is, whatever looks like HTML in it', () => {
  const found = read('shortanswer', answer(100, '<b>') + answer(50, 'a < b'));
  expect(found.question).toMatchObject({ answers: ['<b>'] });
  expect(JSON.stringify(found.question)).toContain('a < b');
});

test('what options and answers earn is in the file of the bank, and comes back byte for byte', () => {
  const questions = [
    read('multichoice', `<single>true</single>${answer(100, 'a')}${answer('-33.33333', 'b')}`),
    read('shortanswer', answer(100, 'Paris') + answer(50, 'L*')),
  ].flatMap(({ question }, at) => (question ? [{ tags: [], question: { ...question, id: `q-${at}` } }] : []));
  const file = bankFileOf({ title: 'Points', description: '', questions });
  expect(file).toContain('fraction: -33.33333');
  expect(file).toContain('pattern: L.*');
  expect(bankFileOf(readBankFile(file))).toBe(file);
});

test.for([
  [[100, 'a'], [undefined, 'b'], 'either every option'],
  [[50, 'a'], [100, 'b'], 'highest percentage'],
] as const)('fractions that do not agree are refused: %j', ([first, second, words]) => {
  const option = ([fraction, text]: readonly [number | undefined, string], correct: boolean) => ({
    text,
    correct,
    ...(fraction !== undefined && { fraction }),
  });
  const head = { id: 'q', prompt: 'Which?', points: 1, explanation: '', kind: 'single' };
  const checked = questionForm.safeParse({ ...head, options: [option(first, true), option(second, false)] });
  expect(JSON.stringify(checked.error?.issues)).toContain(words);
});

test('an all or nothing choice of Moodle earns everything for exactly the correct options', () => {
  const shares = fc.array(fc.constantFrom(0, 50, 100), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(shares, fc.nat(63), (given, ticks) => {
      const found = read('multichoiceset', given.map((share, at) => answer(share, `o${at}`)).join(''));
      if (given.every((share) => share === 0)) {
        expect(found).toMatchObject({ question: null, dropped: 'none of its options earns points' });
        return;
      }
      expect(found.changes).toEqual([]);
      const isChosen = (at: number) => Math.floor(ticks / 2 ** at) % 2 === 1;
      const wanted = given.every((share, at) => share > 0 === isChosen(at)) ? 1 : 0;
      expect(earned(found, ...given.flatMap((_, at) => (isChosen(at) ? [`o${at}`] : [])))).toBe(wanted);
    }),
  );
});

test('all or nothing is in the file of the bank, comes back, and allows no percentages', () => {
  const { question } = read('multichoiceset', answer(100, 'a') + answer(100, 'b') + answer(0, 'c'));
  if (question?.kind !== 'multiple') throw new Error('it is no multiple choice');
  const file = bankFileOf({ title: 'Sets', description: '', questions: [{ tags: [], question }] });
  expect(file).toContain('all_or_nothing: true');
  expect(readBankFile(file).questions[0]?.question).toMatchObject({ allOrNothing: true });
  expect(bankFileOf(readBankFile(file))).toBe(file);
  const options = question.options.map((each) => ({ ...each, fraction: each.correct ? 50 : 0 }));
  const checked = questionForm.safeParse({ ...question, options });
  expect(checked.error?.issues).toMatchObject([
    { path: ['options'], message: expect.stringContaining('all-or-nothing') },
  ]);
});

test('a gap of a cloze earns its weight, and equal weights are not written down', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(weights, fc.nat(31), (given, right) => {
      const isRight = (at: number) => Math.floor(right / 2 ** at) % 2 === 1;
      const text = given.map((weight, at) => `{${weight}:SA:=w${at}}`).join(' ');
      const [found] = readMoodleXml(
        `<quiz><question type="cloze"><questiontext><text>${text}</text></questiontext></question></quiz>`,
      );
      const question = questionForm.parse({ ...found?.question, id: 'q' });
      const answers = Object.fromEntries(
        given.map((_, at) => [String(at + 1), isRight(at) ? `w${at}` : 'no']),
      );
      const { points } = gradeExam({ passMark: 50, questions: [question] }, new Map([['q', answers]]));
      let [wanted, total] = [0, 0];
      for (const [at, weight] of given.entries()) {
        total += weight;
        if (isRight(at)) wanted += weight;
      }
      // A question worth nothing is worth one point here, and each of its gaps the same part.
      if (total === 0) wanted = given.filter((_, at) => isRight(at)).length / given.length;
      expect(points).toBeCloseTo(wanted, 9);
      expect(JSON.stringify(question).includes('weight')).toBe(new Set(given).size > 1);
    }),
  );
});

test('the weights of gaps are in the file of the bank, and come back', () => {
  const gaps = [
    { answers: ['a'], wrong: [], weight: 3 },
    { answers: ['b'], wrong: [] },
  ];
  const head = { id: 'q', prompt: '(1) and (2)', points: 4, explanation: '', kind: 'gaps' };
  const question = questionForm.parse({ ...head, gaps });
  const file = bankFileOf({ title: 'Gaps', description: '', questions: [{ tags: [], question }] });
  expect(readBankFile(file).questions[0]?.question).toMatchObject({ gaps });
  const none = questionForm.safeParse({ ...head, gaps: gaps.map((gap) => ({ ...gap, weight: 0 })) });
  expect(none.error?.issues).toMatchObject([{ path: ['gaps'], message: expect.stringContaining('above 0') }]);
});
