import { expect, test } from 'vitest';
import { readingMinutes } from './reading-minutes.ts';

test('a text of 900 words takes five minutes, an empty one a single minute', () => {
  expect(readingMinutes('word '.repeat(900))).toBe(5);
  expect(readingMinutes('')).toBe(1);
});
