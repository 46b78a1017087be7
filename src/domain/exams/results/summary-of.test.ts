import { expect, test } from 'vitest';
import { summaryOf } from './summary-of.ts';

test.for([
  ['How many *rows* does `count(*)` give?', 'How many rows does count(*) give?'],
  ['What is this?\n\n```sql\nSELECT 1;\n```\n', 'What is this?'],
  ['Look:\n```\nwithout an end', 'Look:'],
  ['See [the page](https://x.test) and ![a tree](/a.png)', 'See the page and a tree'],
  ['## Two\n**bold** words', 'Two bold words'],
  ['a \\* b \\{x\\}', 'a * b {x}'],
  ['2 * 3 = {a}', '2 * 3 = {a}'],
  ['H<sub>2</sub>O, \\<b>', 'H2O, <b>'],
  ['**a:**&#x62;', 'a:b'],
  ['', ''],
])('%s is listed as its words', ([markdown = '', words]) => {
  expect(summaryOf(markdown)).toBe(words);
});

test('long questions end after a word, and those without spaces all the same', () => {
  expect(summaryOf('word '.repeat(100), 20)).toBe('word word word word…');
  expect(summaryOf('x'.repeat(10_000), 20)).toBe(`${'x'.repeat(19)}…`);
});
