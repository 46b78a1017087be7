import { expect, test } from 'vitest';
import { ENGINE_FAULTS } from '#domain/labs/verdict';
import { faultWords, whereWords } from './fault-words.ts';
import { formatSize } from './format-size.ts';

test('every limit has words of its own', () => {
  const words = ENGINE_FAULTS.map((fault) => faultWords(fault, 2));
  expect(new Set(words).size).toBe(ENGINE_FAULTS.length);
  expect(words[0]).toContain('2 seconds');
});

test('a header is called by its name', () => {
  expect(whereWords('status')).toBe('The status code differs.');
  expect(whereWords('cache-control')).toBe('This differs: cache-control');
});

test('sizes are said in kilobytes and megabytes', () => {
  expect([0, 240_400, 999_499, 999_500, 1_240_000].map(formatSize)).toEqual([
    '0 kB',
    '240 kB',
    '999 kB',
    '1.0 MB',
    '1.2 MB',
  ]);
});
