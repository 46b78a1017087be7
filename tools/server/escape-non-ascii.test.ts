import { expect, test } from 'vitest';
import { escapeNonAscii } from './escape-non-ascii.ts';

test('escaped code holds only ASCII and says the same', () => {
  const code = [
    'const arrow = "→ é";',
    'const face = `😀 →`;',
    'const isFound = [/^[😀-😎]/u, /→|⇒/].every((pattern, index) => pattern.test([face, arrow][index]));',
    'return { arrow, face, isFound };',
  ].join('\n');
  const escaped = escapeNonAscii(code);
  expect(escaped).toMatch(/^[\0-\x7f]+$/);
  const run = (text: string): unknown => new Function(text)();
  expect(run(escaped)).toEqual(run(code));
  expect(run(escaped)).toMatchObject({ isFound: true });
});
