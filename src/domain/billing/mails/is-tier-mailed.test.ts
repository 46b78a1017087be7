import { expect, test } from 'vitest';
import type { Tier } from '../../tiers.ts';
import { POLICY } from '../entitlement.ts';
import type { Fact, GrantFact, PaidFact, SubscriptionFact } from '../facts.ts';
import type { Stretch } from '../stretches.ts';
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
const isMailed = (facts: readonly Fact[], day: number, held: Tier = 'premium', seats: Stretch[] = []) =>
  isTierMailed(facts, day * DAY, POLICY, { held, seats });
const isRiseMailed = (facts: readonly Fact[], day: number) => isMailed(facts, day, 'free');

test('a tier that is paid, given, or lost with a subscription is told by the email about it', () => {
  expect(isRiseMailed([paid, stopped], 1)).toBe(true);
  expect(isRiseMailed([gift], 1)).toBe(true);
  expect(isMailed([paid, stopped], 31)).toBe(true);
});

const transfer: PaidFact = {
  ...paid,
  id: 'bank_1',
  v: 4,
  sub: 'bank_a',
  invoice: 'bank_1',
  from: 100 * DAY,
  to: 130 * DAY,
};

test('a plan that is lost long after a subscription ended is told by an email of its own', () => {
  expect(isMailed([paid, stopped, transfer], 130)).toBe(false);
  expect(isMailed([paid, stopped], 33)).toBe(false);
  expect(isMailed([paid, stopped, { ...gift, from: 100 * DAY, to: 110 * DAY }], 110)).toBe(false);
});

test('a plan that ends with its money, a dispute, or a withdrawal is told by the email about that', () => {
  const about = { v: 5, invoice: 'bank_1', at: 110 * DAY, amount: 999, currency: 'eur' };
  const refund: Fact = { ...about, kind: 'refund', id: 'r', whole: true, done: true };
  expect(isMailed([transfer, refund], 110)).toBe(true);
  expect(isMailed([transfer, { ...refund, at: 100 * DAY }], 130)).toBe(false);
  const dispute: Fact = { ...about, kind: 'dispute', id: 'd', state: 'open' };
  expect(isMailed([transfer, dispute], 110)).toBe(true);
  const running: SubscriptionFact = { ...stopped, state: 'running', endsAt: null };
  const withdrawal: Fact = { kind: 'withdrawal', id: 'w', v: 6, sub: 's', at: 10 * DAY };
  expect(isMailed([paid, running, withdrawal], 10)).toBe(true);
  expect(isMailed([paid, running, withdrawal, transfer], 130)).toBe(false);
});

test('a tier that was chosen for nothing, ordered, or that just ends is told by an email of its own', () => {
  expect(isRiseMailed([{ ...gift, id: 'chosen' }], 1)).toBe(false);
  expect(isRiseMailed([paid, stopped, order], 1)).toBe(false);
  expect(isMailed([paid, stopped, order], 31)).toBe(false);
  expect(isMailed([gift], 11)).toBe(false);
  expect(isMailed([], 1)).toBe(false);
});

test('the loss of a better plan is told also where a lesser one remains, which says nothing of it', () => {
  const year: PaidFact = {
    ...transfer,
    id: 'bank_2',
    sub: 'bank_b',
    invoice: 'bank_2',
    tier: 'basic',
    to: 465 * DAY,
  };
  expect(isMailed([year, transfer], 130)).toBe(false);
  expect(isMailed([{ ...gift, tier: 'basic', to: null }, transfer], 130)).toBe(false);
  const card: SubscriptionFact = { ...stopped, id: 'c', state: 'running', tier: 'basic', endsAt: null };
  const own: PaidFact = { ...paid, sub: 'c', tier: 'basic' };
  expect(isMailed([own, card], 10)).toBe(false);
  const seat: Stretch = { tier: 'basic', why: 'seat', from: 0, to: null, seats: 1 };
  expect(isMailed([transfer], 130, 'premium', [seat])).toBe(false);
  const ended: Stretch = { ...seat, tier: 'premium', to: 31 * DAY };
  const lesser: SubscriptionFact = { ...stopped, tier: 'basic' };
  expect(isMailed([{ ...paid, tier: 'basic' }, lesser], 31, 'premium', [ended])).toBe(false);
  // A better seat is told by no email about what is paid.
  expect(isMailed([own, card], 10, 'basic', [{ ...seat, tier: 'premium' }])).toBe(false);
});

test('the loss of a better plan is told once, where it ends by a downgrade or with its subscription', () => {
  const running: SubscriptionFact = { ...stopped, state: 'running', endsAt: null };
  const basic = {
    at: 30 * DAY,
    price: 'b',
    tier: 'basic' as const,
    interval: 'month' as const,
    unitAmount: 499,
  };
  const scheduled: SubscriptionFact = { ...running, scheduled: basic };
  expect(isMailed([paid, scheduled], 30)).toBe(true);
  const lower: SubscriptionFact = { ...running, tier: 'basic', price: 'b', v: 5, periodEnd: 60 * DAY };
  expect(isMailed([paid, running, lower], 30)).toBe(true);
  const next: PaidFact = {
    ...paid,
    id: 'n',
    v: 6,
    invoice: 'j',
    tier: 'basic',
    from: 30 * DAY,
    to: 60 * DAY,
    at: 30 * DAY,
  };
  expect(isMailed([paid, running, lower, next], 30)).toBe(true);
  const year: PaidFact = { ...transfer, sub: 'bank_b', tier: 'basic', from: 0, to: 365 * DAY };
  expect(isMailed([year, paid, stopped], 31)).toBe(true);
});
