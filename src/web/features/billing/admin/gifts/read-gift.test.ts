import { expect, test } from 'vitest';
import { readGift } from './read-gift.ts';

function read(fields: Record<string, string>) {
  const values = new FormData();
  const usual = { tier: 'premium', until: '', reason: 'Jury' };
  for (const [name, value] of Object.entries({ ...usual, ...fields })) values.set(name, value);
  return readGift(values);
}

test('a gift lasts to the end of its last day, or without an end', () => {
  expect(read({}).gift).toEqual({ tier: 'premium', until: null, reason: 'Jury' });
  expect(read({ until: '2026-12-31' }).gift?.until).toBe('2026-12-31T23:59:59.000Z');
});

test.each([
  ['until', { until: '20271-01-01' }],
  ['reason', { reason: ' ' }],
] as const)('a wrong %s is said beside its field, and nothing is given', (field, fields) => {
  const { faults, gift } = read(fields);
  expect(gift).toBeUndefined();
  expect(Object.entries(faults).flatMap(([name, words]) => (words ? [name] : []))).toEqual([field]);
});
