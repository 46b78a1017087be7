import { expect, test } from 'vitest';
import { readCoupon } from './read-coupon.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

function read(fields: Record<string, string>) {
  const values = new FormData();
  const usual = {
    code: 'summer',
    kind: 'percent',
    off: '20',
    duration: 'once',
    months: '',
    max: '',
    expires: '',
  };
  for (const [name, value] of Object.entries({ ...usual, ...fields })) values.set(name, value);
  return readCoupon(values, NOW);
}

test('a form becomes a coupon, with the code in capital letters', () => {
  expect(read({}).coupon).toEqual({
    code: 'SUMMER',
    percentOff: 20,
    amountOff: null,
    currency: null,
    duration: 'once',
    months: null,
    maxRedemptions: null,
    expiresAt: null,
    planIds: null,
  });
  const amount = {
    kind: 'amount',
    currency: 'eur',
    off: '5,50',
    duration: 'repeating',
    months: '3',
    max: '10',
  };
  expect(read({ ...amount, expires: '2026-12-31' }).coupon).toMatchObject({
    percentOff: null,
    amountOff: 550,
    currency: 'eur',
    months: 3,
    maxRedemptions: 10,
    expiresAt: '2026-12-31T23:59:59.000Z',
  });
});

test.each([
  ['code', { code: 'a b' }],
  ['off', { off: '0' }],
  ['off', { off: '101' }],
  ['off', { kind: 'amount', currency: 'jpy', off: '5.50' }],
  ['months', { duration: 'repeating', months: '37' }],
  ['months', { duration: 'repeating' }],
  ['max', { max: '0' }],
  ['expires', { expires: '2026-11-19' }],
  ['expires', { expires: '20271-01-01' }],
] as const)('a wrong %s is said beside its field, and nothing is made', (field, fields) => {
  const { coupon, faults } = read(fields);
  expect(coupon).toBeUndefined();
  expect(Object.entries(faults).flatMap(([name, words]) => (words ? [name] : []))).toEqual([field]);
});
