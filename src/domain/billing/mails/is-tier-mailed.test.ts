import { expect, test } from 'vitest';
import { POLICY } from '../entitlement.ts';
import type { Fact, GrantFact, PaidFact, SubscriptionFact } from '../facts.ts';
import { isTierMailed } from './is-tier-mailed.ts';

const DAY = 86_400;
const gift: GrantFact = {
  kind: 'grant',
  id: 'gift one',
  v: 1,
  tier: 'premium',
  from: 0,
  to: 10 * DAY,
  by: 'administrator',
  reason: 'jury',
};
const paid: PaidFact = {
  kind: 'paid',
  id: 'l',
  v: 2,
  sub: 's',
  invoice: 'i',
  number: null,
  tier: 'premium',
  seats: 1,
  from: 0,
  to: 30 * DAY,
  amount: 999,
  currency: 'eur',
  at: 0,
};
const stopped: SubscriptionFact = {
  kind: 'subscription',
  id: 's',
  v: 3,
  state: 'stopped',
  tier: 'premium',
  price: 'p',
  interval: 'month',
  unitAmount: 999,
  currency: 'eur',
  quantity: 1,
  startedAt: 0,
  periodEnd: 30 * DAY,
  trialFrom: null,
  trialTo: null,
  endsAt: 30 * DAY,
};
const order: Fact = { kind: 'override', id: 'order', v: 9, tier: 'basic', at: 0, by: 'administrator' };
const isMailed = (facts: readonly Fact[], day: number) => isTierMailed(facts, day * DAY, POLICY);

test('a tier that is paid, given, or lost with a subscription is told by the email about it', () => {
  expect(isMailed([paid, stopped], 1)).toBe(true);
  expect(isMailed([gift], 1)).toBe(true);
  expect(isMailed([paid, stopped], 31)).toBe(true);
});

test('a tier that was chosen for nothing, ordered, or that just ends is told by an email of its own', () => {
  expect(isMailed([{ ...gift, id: 'chosen' }], 1)).toBe(false);
  expect(isMailed([paid, stopped, order], 1)).toBe(false);
  expect(isMailed([gift], 11)).toBe(false);
  expect(isMailed([], 1)).toBe(false);
});
