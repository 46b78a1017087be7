import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('line ends are unified, blank lines around the text are gone, an indented first line stays', () => {
  expect(plainText('\r\n  \n    code\r\n\rend \n\n')).toBe('    code\n\nend');
});

test('what is plain stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t') }), (text) => {
      expect(plainText(plainText(text))).toBe(plainText(text));
    }),
  );
});
