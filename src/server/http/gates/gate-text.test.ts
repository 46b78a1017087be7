import { expect, test } from 'vitest';
import { gateText } from './gate-text.ts';

test.each([{ a: 'x\0' }, { a: ['ok', '\ud800'] }, { 'k\0': 1 }, { a: { b: [{ c: '\udc00x' }] } }])(
  'text that the database cannot hold is refused: %j',
  (input) => {
    expect(() => gateText(input)).toThrow('BAD_INPUT');
  },
);

test('it says which field', () => {
  expect(() => gateText({ content: [{ title: 'a\0' }] })).toThrow(
    expect.objectContaining({ fields: { 'content.0.title': 'Contains unsupported characters' } }),
  );
});

test('nesting without end is refused, not followed', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 10_000; level += 1) deep = [deep];
  expect(() => gateText({ deep })).toThrow('BAD_INPUT');
});

test('ordinary text passes, emoji and line breaks too', () => {
  expect(() =>
    gateText({ a: 'Zażółć 🎓\r\n\tok', b: [1, null, true], file: new File(['\0'], 'x') }),
  ).not.toThrow();
});
