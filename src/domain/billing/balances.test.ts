import { expect, test } from 'vitest';
import { balancesOf, differencesOf } from './balances.ts';
import type { Fact } from './facts.ts';

const paid = (id: string, amount: number, currency = 'eur', v = 1): Fact => ({
  kind: 'paid',
  id,
  v,
  sub: 's',
  invoice: 'i',
  number: null,
  tier: 'basic',
  seats: 1,
  from: 0,
  to: 1,
  amount,
  currency,
  at: 0,
});
const refund = (id: string, amount: number, done = true, v = 1): Fact => ({
  kind: 'refund',
  id,
  v,
  invoice: 'i',
  amount,
  currency: 'eur',
  whole: false,
  at: 0,
  done,
});

test('what was paid less what went back is counted by currency, each subject by its newest fact', () => {
  const facts = [
    paid('a', 1999),
    paid('b', -500),
    paid('c', 700, 'usd'),
    refund('r', 300),
    refund('f', 99),
    refund('f', 99, false, 2),
  ];
  expect([...balancesOf([...facts, ...facts])]).toEqual([
    ['eur', 1199],
    ['usd', 700],
  ]);
});

test('two books differ where a currency has another sum, also when one of them does not name it', () => {
  const ledger = new Map([
    ['eur', 1199],
    ['usd', 700],
    ['jpy', 0],
  ]);
  expect(differencesOf(ledger, new Map([['eur', 1199]]))).toEqual([
    { currency: 'usd', inLedger: 700, atProvider: 0 },
  ]);
  expect(differencesOf(new Map(), new Map([['eur', 1]]))).toEqual([
    { currency: 'eur', inLedger: 0, atProvider: 1 },
  ]);
});
