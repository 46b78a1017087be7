import { expect, test } from 'vitest';
import { containing, literally } from './literal-pattern.ts';

test('what stands for other characters in a pattern stands for itself', () => {
  expect(literally('50 %_\\')).toBe('50 \\%\\_\\\\');
});

test('an empty text is in every text', () => {
  expect(containing('')).toBe('%%');
  expect(containing('a_b')).toBe('%a\\_b%');
});
