import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { charactersOf } from './woff2-characters.ts';

const theme = join(import.meta.dirname, '..', '..', 'src', 'web', 'theme');
const read = (name: string) => readFileSync(join(theme, 'fonts', name));
/** Most bytes of the four files together, which a page with code and emphasis loads on a first visit. */
const BUDGET = 57_000;

/** What a range in a style sheet names, such as `U+0020-007E, U+00A0`. */
function charactersOfRange(range: string): number[] {
  return [...range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)].flatMap(([, first = '', last = first]) => {
    const begin = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - begin + 1 }, (_, index) => begin + index);
  });
}

const own = [
  ...readFileSync(join(theme, 'fonts.css'), 'utf8').matchAll(
    /url\('\.\/fonts\/([\w-]+\.woff2)'\) format\('woff2'\);\s*unicode-range:([^;]+);/g,
  ),
].map(([, name = '', range = '']) => ({ name, range }));

test('the fonts of a first visit are small', () => {
  const sizes = own.map(({ name }) => read(name).length);
  expect(sizes).toHaveLength(4);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(BUDGET);
});

test.for(own)('$name has exactly the characters that the style sheet sends to it', ({ name, range }) => {
  const characters = [...charactersOf(read(name))].sort((a, b) => a - b);
  expect(characters).toEqual(charactersOfRange(range));
});
