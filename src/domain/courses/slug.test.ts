import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeName, slugOf } from './slug.ts';

test.each([
  ['SQL from Scratch', 'sql-from-scratch'],
  ['  Über   Größe & Maß! ', 'uber-grosse-mass'],
  ['C++ / C#', 'c-c'],
  ['日本語', ''],
])('the slug of %s is %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('a slug is empty or has the one shape that is allowed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (title) =>
      /^([a-z0-9]+(-[a-z0-9]+)*)?$/.test(slugOf(title)),
    ),
  );
});

test('a name that is taken gets the next free number', () => {
  const taken = new Set(['lesson', 'lesson-2']);
  expect(freeName('lesson', (name) => taken.has(name))).toBe('lesson-3');
});

test('a long name that is taken gets a number within the length of a slug', () => {
  const wanted = 'a'.repeat(100);
  expect(freeName(wanted, () => false)).toBe(wanted);
  expect(freeName(wanted, (name) => name === wanted)).toBe(`${'a'.repeat(90)}-2`);
  const hyphen = `${'b'.repeat(89)}-${'c'.repeat(10)}`;
  expect(freeName(hyphen, (name) => name === hyphen)).toBe(`${'b'.repeat(89)}-2`);
});
