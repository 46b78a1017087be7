import { expect, test } from 'vitest';
import { driftOf } from './drift.ts';
import type { PaidFact, RefundFact } from './facts.ts';

const paid: PaidFact = {
  kind: 'paid',
  id: 'l1',
  v: 1,
  sub: 's',
  invoice: 'i1',
  number: null,
  tier: 'basic',
  seats: 1,
  from: 0,
  to: 10,
  amount: 999,
  currency: 'eur',
  at: 0,
};
const refund: RefundFact = {
  kind: 'refund',
  id: 'r1',
  v: 2,
  invoice: 'i1',
  amount: 999,
  currency: 'eur',
  whole: true,
  at: 5,
  done: true,
};

test('money that was recorded is neither changed nor missing later without being noticed', () => {
  expect(driftOf([paid, refund], [paid, refund])).toEqual([]);
  expect(driftOf([paid, refund], [{ ...paid, amount: 1999 }, refund])).toEqual([
    { kind: 'changed', subject: 'l1' },
  ]);
  expect(driftOf([paid, refund], [{ ...paid, currency: 'usd' }])).toEqual([
    { kind: 'changed', subject: 'l1' },
    { kind: 'missing', subject: 'r1' },
  ]);
});

test('what was not recorded before, and what is no money, is no difference', () => {
  expect(driftOf([], [paid, refund])).toEqual([]);
  // A refund that the bank sends back, a price that was recorded later.
  expect(
    driftOf(
      [paid, refund],
      [
        { ...paid, price: 'p' },
        { ...refund, done: false },
      ],
    ),
  ).toEqual([]);
});
