import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellText, shorten, tidy } from './compare-text.ts';

test('spaces at the ends of lines and empty lines at the end say nothing', () => {
  const cases = {
    'a \t\n b  \r\n\n\n': 'a\n b',
    'a\n \n': 'a',
    ' \n\n': '',
    'a  \rb\u2028': 'a\rb\u2028',
    'a\u00a0': 'a\u00a0',
  };
  for (const [text, tidied] of Object.entries(cases)) expect(tidy(text)).toBe(tidied);
});

test('a text is tidied as by regular expressions', () => {
  const slow = (text: string) =>
    text
      .replaceAll('\r\n', '\n')
      .replace(/[ \t]+$/gm, '')
      .replace(/\n+$/, '');
  const letter = fc.constantFrom('a', ' ', '\t', '\n', '\r', '\r\n', '\u2028', '\u00a0');
  fc.assert(fc.property(fc.string({ unit: letter, maxLength: 30 }), (text) => tidy(text) === slow(text)));
});

test('a number is its value, and what only looks like one is a text', () => {
  const cases = { '9.50': '9.5', '9.00': '9', '100': '100', '-0.0': '-0', '1.2.0': '1.2.0', true: 't' };
  for (const [cell, text] of Object.entries(cases)) expect(cellText(cell)).toBe(text);
});

const BLANKS = ' '.repeat(3e6);
const COSTLY = {
  'blanks before a letter': () => tidy(`${BLANKS}x`),
  'blanks in many lines': () => tidy(`${' '.repeat(999)}x\n`.repeat(3000)),
  'empty lines before a letter': () => tidy(`${'\n'.repeat(3e6)}x`),
  'a number of many zeros': () => cellText(`1.${'0'.repeat(3e6)}1`),
};
test.each(Object.entries(COSTLY))('%s take no longer than their length', (_, compare) => {
  const begun = performance.now();
  compare();
  expect(performance.now() - begun).toBeLessThan(3000);
});

test('no character is cut in half', () => {
  expect(shorten('abc', 3)).toBe('abc');
  expect(shorten('ab😀', 3)).toBe('ab…');
});
