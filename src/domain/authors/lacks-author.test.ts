import { expect, test } from 'vitest';
import { lacksAuthor } from './lacks-author.ts';

test('what is new needs an author, and the last one cannot be taken away', () => {
  expect(lacksAuthor([], null)).toBe(true);
  expect(lacksAuthor([], ['ada'])).toBe(true);
});

test('what was imported without an author may stay without one', () => {
  expect(lacksAuthor([], [])).toBe(false);
});

test('whoever is chosen is enough', () => {
  expect(lacksAuthor(['ada'], null)).toBe(false);
  expect(lacksAuthor(['ada'], ['grace'])).toBe(false);
});
