import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commentHtml, parsedComment } from '../comment-html.ts';
import { simpleComment } from './simple-comment.ts';

const RUNS = process.env.PROVE ? 20_000 : 1000;
const isSimple = (text: string) => simpleComment(text, () => []) !== null;

test('a comment as most people write them needs no parser', () => {
  for (const text of [
    'Thanks, that helped!',
    'I think **this** helps, but `select count(*)` is unclear. See https://example.org for more.',
    'First line\nsecond line\n\n2 more paragraphs (with "quotes")',
  ])
    expect(isSimple(text), text).toBe(true);
});

test('what could mean something else is left to the parser', () => {
  for (const text of [
    '- a list',
    '1. one',
    'a *b* c',
    '[a](b)',
    'a\\*b',
    '```\na\n```',
    'a  \nb',
    '<b>',
    'x&amp;y',
    '> a',
  ])
    expect(isSimple(text), text).toBe(false);
});

test('it answers what the parser answers', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'Zeile',
      'é',
      '7',
      '12',
      ' ',
      ' ',
      '\n',
      '\n\n',
      '**',
      '*',
      '`',
      '``',
      '(',
      ')',
      '.',
      ',',
      '!',
      '"',
      "'",
      '-',
      '+',
      '=',
    ],
    ...[
      '#',
      ':',
      '/',
      '@',
      'https://example.org',
      'http://a.b/c?d=1',
      '**b**',
      '`c`',
      '**two words**',
      ' **x**, ',
      '1.',
      '- ',
      '—',
    ],
  );
  let simple = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('').trim();
      if (text === '') return;
      if (isSimple(text)) simple += 1;
      expect(commentHtml(text)).toBe(parsedComment(text));
    }),
    { numRuns: RUNS },
  );
  expect(simple).toBeGreaterThan(RUNS / 50);
});
