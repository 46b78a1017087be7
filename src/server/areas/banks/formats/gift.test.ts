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
  ['[html]<img src="@@PLUGINFILE@@/a.png"> What is it? {T}', 'picture'],
  ['[html]What is it? {=<img src\\="data:image/png;base64,AAAA"> ~b}', 'picture'],
])('of %s no question is made, and it is said why', ([text = '', words]) => {
  expect(read(text)).toMatchObject({ question: null, dropped: expect.stringContaining(words ?? '') });
});
