import { expect, test } from 'vitest';
import { fromCursor, fromUserCursor, toCursor, toUserCursor } from './cursor.ts';

test('the end of a page is found again, to the microsecond', () => {
  const end = { at: '2026-11-20 10:00:00.123456+00', id: '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e' };
  expect(fromCursor(toCursor(end))).toEqual(end);
  const second = { ...end, at: '2026-11-20T10:00:00.123456Z' };
  expect(fromCursor(toCursor(second))).toEqual(second);
});

test('what only looks like the end of a page is refused before it reaches the database', () => {
  const id = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
  const moments = [
    '2026-13-01 10:00:00',
    '2026-06-31 10:00:00',
    '0000-01-01 10:00:00',
    '2026-11-20 24:30:00',
    '2026-11-20 10:00:00+99',
  ];
  for (const at of moments) {
    expect(() => fromCursor(toCursor({ at, id })), at).toThrow('BAD_INPUT');
    expect(() => fromUserCursor('newest', toUserCursor('newest', { key: at, id })), at).toThrow('BAD_INPUT');
  }
  for (const wrong of ['42', '-'.repeat(36)])
    expect(() => fromCursor(toCursor({ at: '2026-11-20 10:00:00', id: wrong })), wrong).toThrow('BAD_INPUT');
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
