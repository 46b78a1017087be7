import { expect, test } from 'vitest';
import type { Fact, NewFact } from '../facts.ts';
import { orderBoughtOver } from './bought-under-order.ts';

const NOW = 1000;
const order: Fact = { kind: 'override', id: 'order', v: 1, tier: 'free', at: 500, by: 'administrator' };
const line = {
  kind: 'paid' as const,
  id: 'l',
  sub: 's',
  invoice: 'i',
  number: null,
  tier: 'basic' as const,
  seats: 1,
  from: NOW,
  to: 5000,
  amount: 999,
  currency: 'eur',
  at: NOW,
};
const running = {
  kind: 'subscription' as const,
  id: 's',
  state: 'running' as const,
  tier: 'basic' as const,
  price: 'p',
  interval: 'month' as const,
  unitAmount: 999,
  currency: 'eur',
  quantity: 1,
  startedAt: NOW,
  periodEnd: 5000,
  trialFrom: null,
  trialTo: null,
  endsAt: null,
};
const known = (...facts: NewFact[]): Fact[] => [order, ...facts.map((fact) => ({ ...fact, v: 2 }) as Fact)];
const lifts = (before: readonly Fact[], ...fresh: NewFact[]) =>
  orderBoughtOver(before, fresh, NOW) !== undefined;
const transfer = (id: string) => ({ ...line, id, sub: 'bank_a', invoice: `bank_${id}` });

test('a payment, a trial and a bank transfer end an order that stands over them', () => {
  expect(lifts(known(), line)).toBe(true);
  expect(lifts(known(), running)).toBe(true);
  expect(lifts(known(), { ...running, state: 'trialing' })).toBe(true);
  expect(lifts(known(transfer('1')), transfer('2'))).toBe(true);
});

test('what was bought before the order, is over, or was never paid ends none', () => {
  expect(lifts(known(), { ...line, at: 499 }, { ...running, startedAt: 499 })).toBe(false);
  expect(lifts(known(), { ...line, to: NOW })).toBe(false);
  expect(lifts(known(), { ...line, amount: 0 })).toBe(false);
  expect(lifts(known(), { ...running, state: 'stopped' })).toBe(false);
  expect(lifts([], line)).toBe(false);
  expect(lifts([...known(), { ...order, v: 3, tier: null }], line)).toBe(false);
});

test('a renewal ends no order: its subscription was known', () => {
  const renewal = { ...line, id: 'm', invoice: 'j' };
  expect(lifts(known(running), renewal)).toBe(false);
  expect(lifts(known(line), renewal, running)).toBe(false);
});
