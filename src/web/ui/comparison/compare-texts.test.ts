import { expect, test } from 'vitest';
import { compareTexts } from './compare-texts.ts';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `line ${from + n}`).join('\n');

test('equal texts have no differences, whether they end with a line break or not', () => {
  expect(compareTexts('a\nb', 'a\nb\n')).toEqual([]);
  expect(compareTexts('', '')).toEqual([]);
});

test('inside a changed line the changed words are marked', () => {
  expect(compareTexts('We sell books.', 'We lend books.')).toEqual([
    {
      kind: 'removed',
      pieces: [
        { text: 'We ', isChanged: false },
        { text: 'sell', isChanged: true },
        { text: ' books.', isChanged: false },
      ],
    },
    {
      kind: 'added',
      pieces: [
        { text: 'We ', isChanged: false },
        { text: 'lend', isChanged: true },
        { text: ' books.', isChanged: false },
      ],
    },
  ]);
});

test('of what stayed the same only the lines around a change are shown', () => {
  const blocks = compareTexts(lines(1, 20), `${lines(1, 9)}\nnew\n${lines(10, 20)}`);
  expect(blocks).toEqual([
    { kind: 'skipped', lines: 7 },
    { kind: 'same', text: 'line 8\nline 9' },
    { kind: 'added', pieces: [{ text: 'new', isChanged: true }] },
    { kind: 'same', text: 'line 10\nline 11' },
    { kind: 'skipped', lines: 9 },
  ]);
});

test('two long texts that have nothing in common are compared within a second', () => {
  const words = (seed: number) =>
    Array.from({ length: 20_000 }, (_, n) => ((n * seed) % 9973).toString(36)).join(' ');
  const started = performance.now();
  const blocks = compareTexts(words(7), words(13));
  expect(blocks.map(({ kind }) => kind)).toEqual(['removed', 'added']);
  expect(performance.now() - started).toBeLessThan(2000);
});
