import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cut, cutBefore } from './cut.ts';

test('a text is cut between characters', () => {
  expect(cut('ab😀c', 2)).toBe('ab');
  expect(cut('ab😀c', 3)).toBe('ab');
  expect(cut('ab😀c', 4)).toBe('ab😀');
  expect(cut('😀', 1)).toBe('');
  expect(cut('short', 100)).toBe('short');
  expect(cutBefore('a😀bc', 3)).toBe('bc');
  expect(cutBefore('a😀bc', 4)).toBe('😀bc');
  expect(cutBefore('short', 100)).toBe('short');
});

test('what is cut is well formed, and at most one unit shorter than asked for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (text, length) => {
      const piece = cut(text, length);
      expect(piece.isWellFormed()).toBe(true);
      expect(text.startsWith(piece)).toBe(true);
      expect(piece.length).toBeGreaterThanOrEqual(Math.min(text.length, length) - 1);
      expect(piece.length).toBeLessThanOrEqual(length);
      const end = cutBefore(text, length + 1);
      expect(end.isWellFormed()).toBe(true);
      expect(text.endsWith(end)).toBe(true);
    }),
  );
});
