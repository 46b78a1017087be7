import { expect, test } from 'vitest';
import { readGift } from './read-gift.ts';

const read = (text: string) => {
  const found = readGift(text);
  expect(found).toHaveLength(1);
  return found[0];
};

test.for([
  ['a backslash before n', 'Where is C\\:\\\\new? {T}', { prompt: 'Where is C:\\new?' }],
  ['a new line', 'One\\nTwo {T}', { prompt: 'One\nTwo' }],
  [
    'a format of its own in an answer',
    'Which? {=[html]<b>a</b> ~[plain]<b> ~[markdown]*c*}',
    { options: [{ text: '**a**' }, { text: '\\<b>' }, { text: '*c*' }] },
  ],
  [
    'an empty answer before the right one',
    'Which? {~=a ~b}',
    {
      kind: 'single',
      options: [
        { text: 'a', correct: true },
        { text: 'b', correct: false },
      ],
    },
  ],
  ['two right ones with a wrong one', 'Which? {=a =b ~c}', { kind: 'single' }],
  [
    'percentages in a single choice',
    'Which? {=a ~%-50%b ~%25%c}',
    { options: [{ fraction: 100 }, { fraction: -50 }, { fraction: 25 }] },
  ],
  ['partial credit', 'Who? {=Ada =%50%Lovelace}', { partial: [{ text: 'Lovelace', fraction: 50 }] }],
  ['an answer that looks like HTML', 'Which tag? {=<b> =a < b}', { answers: ['<b>', 'a < b'] }],
  ['a range', 'How much? {#0.1..0.3}', { answer: 0.2, tolerance: 0.1 }],
  ['a range below 0', 'How much? {#-3..-1}', { answer: -2, tolerance: 1 }],
  ['feedback of other numbers', 'How many? {#=3:0.5 ~#No}', { answer: 3, tolerance: 0.5 }],
  [
    'general feedback',
    'Which? {=a#good ~b#bad####Because}',
    { explanation: 'Because\n\n* a: good\n* b: bad' },
  ],
  ['a short answer without a sign', 'Where? {Paris}', { kind: 'text', answers: ['Paris'] }],
  ['an answer before the first sign', 'Where? {Paris =Lutetia}', { answers: ['Paris', 'Lutetia'] }],
  [
    'an option before the first sign',
    'Which? {wrong ~b =c}',
    {
      kind: 'single',
      options: [{ text: 'wrong', correct: false }, { text: 'b' }, { text: 'c', correct: true }],
    },
  ],
  [
    'a part of the points before the first sign',
    'Which? {%50%a ~%50%b ~c}',
    { kind: 'multiple', options: [{ correct: true }, { correct: true }, { correct: false }] },
  ],
  [
    'a number before the first sign',
    'How many? {#3 =4}',
    { answer: 3, partial: [{ answer: 4, fraction: 100 }] },
  ],
  [
    'a number with a part of the points and no sign',
    'How many? {#%50%3 =4}',
    { answer: 4, partial: [{ answer: 3, fraction: 50 }] },
  ],
  [
    'a # in what is to be matched',
    'Match {=Microsoft -> C# =F# -> Syme}',
    {
      kind: 'match',
      pairs: [
        { left: 'Microsoft', right: 'C#' },
        { left: 'F#', right: 'Syme' },
      ],
    },
  ],
  ['true in lower case', 'Say it {true}', { kind: 'text', answers: ['true'] }],
  ['an arrow without =', 'Write {a -> b}', { kind: 'text', answers: ['a -> b'] }],
  ['HTML in what is only text otherwise', 'a<br>b &amp; c {T}', { prompt: 'a\nb & c' }],
] as const)('%s is read as Moodle does', ([, text, wanted]) => {
  expect(read(text)?.question).toMatchObject(wanted);
});

test('ids and tags stand in comments, categories need no empty lines', () => {
  const found = readGift(
    [
      '// question: 7  name: Two',
      '// [id:two-is] [tag:sums] [tag:a \\] b]',
      'Two is even {T}',
      '$CATEGORY: $course$/Math/Odd',
      'Three is odd {T}',
      '$CATEGORY: top',
      '',
      'Four is even {T}',
    ].join('\n'),
  );
  expect(found.map(({ id, line, tags }) => [line, id, tags])).toEqual([
    [3, 'two-is', ['sums', 'a ] b']],
    [5, '', ['Math', 'Odd']],
    [8, '', []],
  ]);
});

test.for([
  ['Which? {=a ~b', 'bracket'],
  ['Pair {=a -> 1 =b}', 'no arrow'],
  ['How many? {#3:1:2}', "isn't a number"],
  ['[html]<img src="@@PLUGINFILE@@/a.png"> What is it? {T}', 'picture'],
  ['[html]What is it? {=<img src\\="data:image/png;base64,AAAA"> ~b}', 'picture'],
])('of %s no question is made, and it is said why', ([text = '', words]) => {
  expect(read(text)).toMatchObject({ question: null, dropped: expect.stringContaining(words ?? '') });
});

test.for([
  ['Which? {=a ~#why ~b}', 'feedback on an empty answer was removed'],
  ['How many? {#=3 ~4#No}', 'answers after ~ were removed: every other number is incorrect'],
])('what cannot be kept of %s is reported', ([text = '', words]) => {
  expect(read(text)?.changes).toContain(words);
});
