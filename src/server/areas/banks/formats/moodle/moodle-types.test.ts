import { expect, test } from 'vitest';
import { questionForm } from '#contract/questions/question-form';
import { kindOf } from '#domain/exams/kinds/kinds';
import { drawValues, withValues } from '#domain/exams/parameters';
import { readMoodleXml } from './read-moodle-xml.ts';

const read = (type: string, asked: string, inner = '') => {
  const [found] = readMoodleXml(
    `<quiz><question type="${type}"><name><text>Named</text></name><questiontext format="html"><text><![CDATA[${asked}]]></text></questiontext>${inner}</question></quiz>`,
  );
  if (!found) throw new Error('nothing was read');
  // What is made must be a question that can be stored.
  const question = found.question && questionForm.parse({ ...found.question, id: 'q' });
  return { ...found, question };
};

test('an essay keeps its limits, and what graders are told becomes a rubric', () => {
  const found = read(
    'essay',
    '<p>Why?</p>',
    `<responseformat>editor</responseformat><minwordlimit>50</minwordlimit><maxwordlimit>200</maxwordlimit><attachments>2</attachments>
     <graderinfo><text><![CDATA[<p>Look for</p><ul><li>a <b>reason</b></li><li>an example</li></ul>]]></text></graderinfo>
     <responsetemplate><text></text></responsetemplate>`,
  );
  expect(found.question).toMatchObject({
    kind: 'essay',
    prompt: 'Why?',
    minWords: 50,
    maxWords: 200,
    rubric: [
      { text: 'a reason', levels: [{ points: 0 }, { points: 1 }, { points: 2 }] },
      { text: 'an example' },
    ],
  });
  expect(found.changes).toEqual([
    'grader information outside the list was removed',
    'grader information became a rubric with three levels',
    "file attachments aren't supported with a text answer",
  ]);
});

test('pictures and links in what graders are told are reported', () => {
  const info = '<p>See <a href="https://x.test">this</a> <img src="@@PLUGINFILE@@/key.png"></p>';
  const inner = `<graderinfo><text><![CDATA[${info}]]></text></graderinfo>`;
  expect(read('essay', 'Why?', inner).changes).toEqual([
    'pictures in grader information were removed',
    'links in grader information were removed',
    'grader information became a rubric with three levels',
  ]);
});

test('an essay without a word for graders has no rubric and is kept as it is', () => {
  const { changes, question } = read('essay', 'Why?');
  expect(question).toMatchObject({ kind: 'essay', minWords: null, maxWords: null, rubric: [] });
  expect(changes).toEqual([]);
});

test.for([
  ['.pdf,.docx', ['pdf', 'document']],
  ['', ['pdf', 'text', 'picture', 'document', 'archive']],
] as const)('an essay that takes files only (%s) asks for a file', ([types, accept]) => {
  const inner = `<responseformat>noinline</responseformat><attachments>1</attachments><filetypeslist>${types}</filetypeslist>`;
  expect(read('essay', 'Hand in', inner).question).toMatchObject({ kind: 'file', accept });
});

test('a cloze becomes a text with gaps to write and to choose in', () => {
  const found = read(
    'cloze',
    '<p>{1:SHORTANSWER:=Paris~%100%Lutetia~%50%Lyon#Nearly} is in {2:MULTICHOICE:Spain#No~=France~Italy}, {:NM:=3.5}.</p>',
  );
  expect(found.question).toMatchObject({
    kind: 'gaps',
    prompt: '(1) is in (2), (3).',
    points: 4,
    caseSensitive: false,
    gaps: [
      {
        kind: 'text',
        answers: ['Paris', 'Lutetia'],
        caseSensitive: false,
        weight: 1,
        partial: [{ text: 'Lyon', fraction: 50 }],
      },
      { answers: ['France'], wrong: ['Spain', 'Italy'], weight: 2 },
      { kind: 'number', answer: 3.5, tolerance: 0, weight: 1 },
    ],
  });
  expect(found.changes).toEqual(['feedback on answers became a list in the explanation']);
});

test('gaps of a cloze keep their tolerances, what each option earns, and where capitals count', () => {
  const found = read(
    'cloze',
    `{1:NUMERICAL:=23.8:0.1~%50%23,8:2~%-25%7} {1:MULTICHOICE_V:=up~%33,333%aside~%-50%down~left} {1:SA:=it&#39;s}
     {1:SHORTANSWER_C:=ABC} {1:SA:=a \\* b~%40%a*~%20%*}`,
  );
  expect(found.question).toMatchObject({
    caseSensitive: false,
    gaps: [
      {
        kind: 'number',
        answer: 23.8,
        tolerance: 0.1,
        partial: [
          { answer: 23.8, tolerance: 0.1, fraction: 100 },
          { answer: 23.8, tolerance: 2, fraction: 50 },
          { answer: 7, tolerance: 0, fraction: -25 },
        ],
      },
      {
        kind: 'single',
        options: [
          { text: 'up', correct: true, fraction: 100 },
          { text: 'aside', correct: false, fraction: 33.333 },
          { text: 'down', correct: false, fraction: -50 },
          { text: 'left', correct: false, fraction: 0 },
        ],
      },
      { answers: ["it's"], wrong: [] },
      { kind: 'text', answers: ['ABC'], caseSensitive: true },
      {
        kind: 'text',
        answers: ['a * b'],
        caseSensitive: false,
        partial: [
          { text: 'a * b', fraction: 100 },
          { pattern: 'a.*', fraction: 40 },
          { pattern: '.*', fraction: 20 },
        ],
      },
    ],
  });
  expect(found.changes).toEqual(['answers with * became patterns']);
});

test('a cloze in which capitals count everywhere keeps that, with signs behind a backslash', () => {
  const found = read('cloze', 'Write {1:SHORTANSWER_C:=a\\}b\\~c} and {1:SAC:=&lt;T&gt;}');
  expect(found.question).toMatchObject({
    caseSensitive: true,
    gaps: [{ answers: ['a}b~c'] }, { answers: ['<T>'] }],
  });
});

test.for([
  ['{1:MULTIRESPONSE:=a~=b~c}', 'MULTIRESPONSE'],
  ['{1:NUMERICAL:=3.14:x}', "isn't a valid tolerance"],
  ['{1:NUMERICAL:=pi}', "isn't a number"],
  ['{1:SA:=*}', 'any answer'],
  ['{1:SA:%50%half}', 'has no correct answer'],
  ['Nothing', 'no blanks'],
])('of the cloze %s no question is made, and it is said why', ([asked = '', words]) => {
  expect(read('cloze', asked).dropped).toContain(words);
});

test.for([
  ['ddwtos', 'dragbox'],
  ['gapselect', 'selectoption'],
])('words to drag or to choose (%s) become gaps that offer their group', ([type = '', box = '']) => {
  const words = [
    ['cat', 1],
    ['mat', 2],
    ['dog', 1],
    ['sofa', 2],
  ]
    .map(([text, group]) => `<${box}><text>${text}</text><group>${group}</group></${box}>`)
    .join('');
  expect(read(type, '<p>The [[1]] sat on the [[2]].</p>', words).question).toMatchObject({
    kind: 'gaps',
    prompt: 'The (1) sat on the (2).',
    gaps: [
      { answers: ['cat'], wrong: ['dog'] },
      { answers: ['mat'], wrong: ['sofa'] },
    ],
  });
  expect(read(type, 'The [[7]]', words).dropped).toContain("doesn't exist");
});

const dataset = (name: string, from: number, to: number, decimals = 0) =>
  `<dataset_definition><name><text>${name}</text></name><distribution><text>uniform</text></distribution><minimum><text>${from}</text></minimum><maximum><text>${to}</text></maximum><decimals><text>${decimals}</text></decimals></dataset_definition>`;
const formula = (text: string, more = '') => `<answer fraction="100"><text>${text}</text>${more}</answer>`;
const sets = (...all: string[]) => `<dataset_definitions>${all.join('')}</dataset_definitions>`;

test('a calculated question draws its numbers anew, and its formula is worked out', () => {
  const found = read(
    'calculatedsimple',
    '<p>A field of {A} by {b} m: how large? Twice {=2*{A}}.</p>',
    formula('{A} * pow({b}, 2) + log10(100)', '<tolerance>0.1</tolerance><tolerancetype>2</tolerancetype>') +
      '<units><unit><multiplier>1</multiplier><unit_name>m</unit_name></unit></units>' +
      sets(dataset('A', 2, 9), dataset('b', 1, 2, 1)),
  );
  const { question } = found;
  if (question?.kind !== 'number') throw new Error('it is no number');
  expect(question).toMatchObject({
    prompt: 'A field of {a} by {b} m: how large? Twice {= 2* a }.',
    unit: 'm',
    tolerance: 0.5,
    parameters: [
      { name: 'a', from: 2, to: 9, step: 1 },
      { name: 'b', from: 1, to: 2, step: 0.1 },
    ],
  });
  const asked = withValues(question, { a: 3, b: 1.5 });
  expect(asked.prompt).toContain('A field of 3 by 1.5 m: how large? Twice 6.');
  expect(kindOf(asked).toKey(asked)).toBe('8.75');
});

const unit = (name: string, multiplier: number) =>
  `<unit><multiplier>${multiplier}</multiplier><unit_name>${name}</unit_name></unit>`;
const GRADED = '<unitgradingtype>1</unitgradingtype><unitpenalty>0.1</unitpenalty><unitsleft>1</unitsleft>';

test.for([
  ['numerical', '5', ''],
  ['calculated', '{a}', sets(dataset('a', 2, 9))],
])(
  'a number (%s) has the unit that its key is given in, and the rest is reported',
  ([type = '', key = '', more = '']) => {
    const of = (units: string) => {
      const { changes, question } = read(
        type,
        'How far?',
        `${formula(key)}<units>${units}</units>${GRADED}${more}`,
      );
      return { changes, unit: question?.kind === 'number' ? (question.unit ?? null) : null };
    };
    const found = of(unit('km', 0.001) + unit('m', 1) + unit('cm', 100));
    expect(found.unit).toBe('m');
    expect(found.changes).toEqual(
      expect.arrayContaining([
        'other units of the answer were removed: km, cm',
        'a wrong or missing unit no longer costs points',
        'the unit is shown after the number',
      ]),
    );
    const none = of(unit('km', 0.001));
    expect(none.unit).toBe(null);
    expect(none.changes).toContain('units were removed, because none of them has the multiplier 1: km');
  },
);

test('a tolerance that is a part of the answer becomes that of the smallest answer, never less than rounding', () => {
  const of = (length: number) =>
    read(
      'calculated',
      '{a}',
      formula(
        '{a}*10',
        `<tolerance>0.01</tolerance><tolerancetype>1</tolerancetype><correctanswerformat>1</correctanswerformat><correctanswerlength>${length}</correctanswerlength>`,
      ) + sets(dataset('a', 5, 9)),
    );
  expect(of(2).question).toMatchObject({ tolerance: 0.5 });
  expect(of(2).changes).toContain(
    'the tolerance is now the same for all values: a fraction of the smallest answer',
  );
  expect(of(0).question).toMatchObject({ tolerance: 0.5 });
});

test('a choice between results is worked out for the numbers of each attempt', () => {
  const { question } = read(
    'calculatedmulti',
    'What is {a} + {b}?',
    `<single>true</single>${formula('{={a}+{b}}')}<answer fraction="0"><text>{={a}*{b}}</text></answer>${sets(dataset('a', 3, 5), dataset('b', 3, 5))}`,
  );
  if (question?.kind !== 'single') throw new Error('it is no single choice');
  const { options } = withValues(question, drawValues({ ...question, id: 'x' }, 'seed'));
  const [sum, product] = options.map(({ text }) => Number(text));
  expect(sum).toBeGreaterThanOrEqual(6);
  expect(product).toBeGreaterThanOrEqual(9);
});

test.for([
  ['{a} % 2', '^ or %'],
  ['atan2({a}, 1)', 'atan2'],
  ['{a} + {c}', '{c}'],
])('of the formula %s no question is made, and it is said why', ([text = '', words]) => {
  expect(read('calculated', '{a}', formula(text) + sets(dataset('a', 1, 2))).dropped).toContain(words);
});

test.for([
  ['calculated', `<generalfeedback><text>{={a}^2}</text></generalfeedback>${formula('{a}')}`],
  ['calculatedsimple', formula('{a}', '<feedback><text>{={a}%3}</text></feedback>')],
  [
    'calculatedmulti',
    `${formula('{={a}}')}<answer fraction="0"><text>{={a}+1}</text></answer><incorrectfeedback><text>{=atan2({a},1)}</text></incorrectfeedback>`,
  ],
] as const)(
  'a formula in the feedback of a %s question is refused for this question only',
  ([type, inner]) => {
    const { dropped, name, question } = read(type, '{a}', inner + sets(dataset('a', 1, 2)));
    expect({ name, question }).toEqual({ name: 'Named', question: null });
    expect(dropped).toMatch(/^its formula uses /);
  },
);

test('items to order are taken by the number of their place, and rules that we lack are told', () => {
  const found = read(
    'ordering',
    'Sort',
    `<gradingtype>RELATIVE_NEXT_EXCLUDE_LAST</gradingtype><selecttype>RANDOM</selecttype>
     <answer fraction="2.0"><text>b</text></answer><answer fraction="1.0"><text>a</text></answer><answer fraction="3.0"><text>c</text></answer>`,
  );
  expect(found.question).toMatchObject({ kind: 'order', items: ['a', 'b', 'c'] });
  expect(found.changes).toEqual([
    'all items are now used, not a random subset',
    'each item in the right place now earns a share of the points',
  ]);
});

test('a short answer with * in it becomes a pattern, with the sign itself behind a backslash', () => {
  const inner = '<usecase>0</usecase><answer fraction="100"><text>*New  Y*rk (2\\*)</text></answer>';
  const { question } = read('shortanswer', 'Where?', inner);
  expect(question).toMatchObject({ kind: 'text', patterns: ['.*New Y.*rk \\(2\\*\\)'] });
  if (!question) throw new Error('nothing was made');
  const { grade } = kindOf(question);
  expect(['in new york (2*)', 'New Yrk (2*)', 'york'].map((given) => grade(question, given))).toEqual([
    1, 1, 0,
  ]);
});

test.for([
  ['random', 'random questions by tag'],
  ['randomsamatch', 'random questions by tag'],
  ['ddmarker', 'hotspot'],
  ['coderunner', '"coderunner"'],
])('a question of the type %s is dropped with what to do', ([type = '', words]) => {
  expect(read(type, 'Q').dropped).toContain(words);
});
