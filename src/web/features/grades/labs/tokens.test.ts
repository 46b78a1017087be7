import { expect, test } from 'vitest';
import { tokensOf } from './tokens.ts';

test.each([
  ['a.js', 'export const sum = (a) => a + 1; // mine\n', 'export const total=(x)=>\n  x + 2;'],
  ['a.ts', 'const a: number = f("x");', 'const b: number = g("y");'],
  ['a.py', 'def f(a):\n    return a + 1  # mine\n', 'def g(b):\n    return b + 2\n'],
  [
    'a.sql',
    'select title from books where price < 20;',
    'SELECT author FROM shop WHERE amount < 30; -- mine',
  ],
])('in %s other names, values, comments, and spaces are the same program', async (file, one, other) => {
  const tokens = await tokensOf({ [file]: one });
  expect(tokens.length).toBeGreaterThan(5);
  expect(await tokensOf({ [file]: other })).toEqual(tokens);
});

test('another operator or keyword is another program, and a text is none', async () => {
  expect(await tokensOf({ 'a.js': 'a + b' })).not.toEqual(await tokensOf({ 'a.js': 'a - b' }));
  expect(await tokensOf({ 'a.sql': 'select a' })).not.toEqual(await tokensOf({ 'a.sql': 'delete a' }));
  expect(await tokensOf({ 'notes.txt': 'words' })).toEqual([]);
});
