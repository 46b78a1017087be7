import { expect, test } from 'vitest';
import { readGift } from './read-gift.ts';

function read(fields: Record<string, string>) {
  const values = new FormData();
  const usual = { tier: 'premium', until: '', reason: 'Jury' };
  for (const [name, value] of Object.entries({ ...usual, ...fields })) values.set(name, value);
  return readGift(values, new Date('2026-11-29T12:00:00Z'));
}

test('a gift lasts to the end of its last day, or without an end', () => {
  expect(read({}).gift).toEqual({ tier: 'premium', until: null, reason: 'Jury' });
  // Also to the end of today.
  expect(read({ until: '2026-11-29' }).gift?.until).toBe('2026-11-29T23:59:59.000Z');
  expect(read({ until: '2026-12-31' }).gift?.until).toBe('2026-12-31T23:59:59.000Z');
});

test.each([
  ['until', { until: '20271-01-01' }],
  ['until', { until: '2026-11-28' }],
  ['reason', { reason: ' ' }],
] as const)('a wrong %s is said beside its field, and nothing is given', (field, fields) => {
  const { faults, gift } = read(fields);
  expect(gift).toBeUndefined();
  expect(Object.entries(faults).flatMap(([name, words]) => (words ? [name] : []))).toEqual([field]);
});
