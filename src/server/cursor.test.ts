import { expect, test } from 'vitest';
import { fromCursor, toCursor } from './cursor.ts';

test('the end of a page is found again, to the microsecond', () => {
  const end = { at: '2026-11-20 10:00:00.123456+00', id: '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e' };
  expect(fromCursor(toCursor(end))).toEqual(end);
  expect(fromCursor(toCursor({ ...end, id: '42' })).id).toBe('42');
});

test('anything else is refused before it reaches the database', () => {
  for (const text of [
    '',
    'x',
    toCursor({ at: 'now()', id: '1' }),
    toCursor({ at: '2026-11-20 10:00:00', id: "1'" }),
  ])
    expect(() => fromCursor(text)).toThrow('BAD_INPUT');
});
