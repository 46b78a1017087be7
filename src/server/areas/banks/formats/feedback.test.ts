import fc from 'fast-check';
import { expect, test } from 'vitest';
import { questionForm } from '#contract/questions/question-form';
import { gradeExam } from '#domain/exams/results/grade-exam';
import { readGift } from './gift/read-gift.ts';
import { readMoodleXml } from './moodle/read-moodle-xml.ts';
import { JOINED } from './with-feedback.ts';

const moodle = (type: string, inner: string, text = 'Which?') =>
  readMoodleXml(
    `<quiz><question type="${type}"><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext>${inner}</question></quiz>`,
  )[0];
const answer = (share: number, text: string, feedback = '', more = '') =>
  `<answer fraction="${share}" format="html"><text><![CDATA[${text}]]></text><feedback format="html"><text><![CDATA[${feedback}]]></text></feedback>${more}</answer>`;

test.for([
  [
    'a choice of GIFT',
    readGift('Which? {=*a*#Good ~b ~c#No####Because}')[0],
    'Because\n\n* \\*a\\*: Good\n* c: No',
  ],
  ['true or false of GIFT', readGift('Even? {T#Two is#Yes}')[0], '* True: Yes\n* False: Two is'],
  [
    'a number of GIFT',
    readGift('How many? {#=3:0.5#Right =%50%4#Near ~#No}')[0],
    '* 3:0.5: Right\n* 4: Near\n* Other answers: No',
  ],
  [
    'a short answer of GIFT',
    readGift('Who? {=Ada#Yes =%50%Lovelace#Her first name}')[0],
    '* Ada: Yes\n* Lovelace: Her first name',
  ],
  [
    'a choice of Moodle',
    moodle('multichoice', answer(100, '<b>a</b>', '<p>Good</p>') + answer(0, 'b')),
    '* **a**: Good',
  ],
  [
    'true or false of Moodle',
    moodle('truefalse', answer(100, 'true', 'Yes') + answer(0, 'false', 'No')),
    '* True: Yes\n* False: No',
  ],
  [
    'other answers of Moodle',
    moodle('shortanswer', answer(100, '_a_', 'Yes') + answer(0, '*', 'No')),
    '* \\_a\\_: Yes\n* Other answers: No',
  ],
  ['a gap of Moodle', moodle('cloze', '', 'A {:SA:=b#Good~c#Nearly}'), '* (1) b: Good\n* (1) c: Nearly'],
  [
    'an answer in several lines',
    moodle('multichoice', answer(100, 'a', '<p>One</p><p>Two</p>') + answer(0, 'b')),
    '* a: One\n\n  Two',
  ],
] as const)('the feedback of %s becomes a list in the explanation', ([, found, explanation]) => {
  expect(found?.question).toMatchObject({ explanation });
  expect(found?.changes).toContain(JOINED());
});

const combined = (correct: string, partly: string, incorrect: string) =>
  Object.entries({ correct, partiallycorrect: partly, incorrect })
    .map(
      ([name, text]) => `<${name}feedback format="html"><text><![CDATA[${text}]]></text></${name}feedback>`,
    )
    .join('');
const ONE = answer(100, 'a', 'Good') + answer(0, 'b');

test.for(['multichoice', 'multichoiceset'])('the combined feedback of a %s ends the list', (type) => {
  const found = moodle(
    type,
    ONE + combined('<p><b>Well</b> done</p>', 'Nearly', '<p>Your answer is incorrect.</p>'),
  );
  expect(found?.question).toMatchObject({
    explanation: '* a: Good\n* Correct: **Well** done\n* Partially correct: Nearly',
  });
  expect(found?.changes).toEqual([JOINED()]);
});

test('combined feedback that says what every question says is left out, and changes nothing', () => {
  const usual = ['correct', 'partially correct', 'incorrect'] as const;
  const [correct, partly, incorrect] = usual.map((how) => `<p>Your answer is ${how}.</p>`);
  const plain = answer(100, 'a') + answer(0, 'b');
  const found = moodle('multichoice', plain + combined(correct ?? '', partly ?? '', incorrect ?? ''));
  expect(found).toMatchObject({ changes: [], question: { explanation: '' } });
});

test('a number earns what the first answer of Moodle says that fits', () => {
  const form = fc.record({
    answer: fc.integer({ min: -5, max: 5 }),
    tolerance: fc.integer({ min: 0, max: 3 }),
    share: fc.constantFrom(0, 20, 50, 100),
  });
  fc.assert(
    fc.property(
      fc.array(form, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: -9, max: 9 }),
      (forms, given) => {
        const inner = forms.map(({ answer: number, share, tolerance }) =>
          answer(share, String(number), '', `<tolerance>${tolerance}</tolerance>`),
        );
        const question = moodle('numerical', inner.join(''))?.question;
        if (!forms.some(({ share }) => share === 100)) {
          expect(question ?? null).toBeNull();
          return;
        }
        const checked = questionForm.parse({ ...question, id: 'q' });
        const first = forms.find(({ answer: number, tolerance }) => Math.abs(given - number) <= tolerance);
        const earned = gradeExam(
          { passMark: 50, questions: [checked] },
          new Map([['q', String(given)]]),
        ).points;
        expect(earned).toBeCloseTo((first?.share ?? 0) / 100, 9);
      },
    ),
  );
});
