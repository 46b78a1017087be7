import { expect, test } from 'vitest';
import { type Tier, tierReaches } from '../tiers.ts';
import { accessEnds, changeKind, payBy, stateOf } from './describe.ts';
import { entitlement, POLICY } from './entitlement.ts';
import type { DisputeFact, Fact, Interval, PaidFact, RefundFact, SubscriptionFact } from './facts.ts';
import { factText } from './newest-facts.ts';

const DAY = 86_400;

function subscribed(tier: Tier, interval: Interval): SubscriptionFact {
  return {
    kind: 'subscription',
    id: 's',
    v: 1,
    state: 'running',
    tier,
    price: `${tier} ${interval}`,
    interval,
    unitAmount: 999,
    currency: 'eur',
    quantity: 1,
    startedAt: 0,
    periodEnd: 30 * DAY,
    trialFrom: null,
    trialTo: null,
    endsAt: null,
  };
}

function paid({ id, interval, tier }: SubscriptionFact): PaidFact {
  const to = interval === 'year' ? 365 * DAY : 30 * DAY;
  const line = { kind: 'paid', id: 'l', v: 1, sub: id, invoice: 'i', number: null, seats: 1 } as const;
  return { ...line, tier, from: 0, to, amount: 999, currency: 'eur', at: 0 };
}

test.each([
  ['basic month', 'premium month', 'upgrade'],
  ['premium month', 'basic month', 'downgrade'],
  ['premium year', 'basic year', 'downgrade'],
  ['basic month', 'basic year', 'upgrade'],
  ['basic month', 'premium year', 'upgrade'],
  ['premium month', 'basic year', 'schedule'],
  ['premium year', 'premium month', 'schedule'],
  ['premium year', 'basic month', 'schedule'],
  ['basic year', 'premium month', 'schedule'],
  ['basic month', 'basic month', 'none'],
] as const)('%s to %s is an %s', (from, to, kind) => {
  const [heldTier, heldInterval] = from.split(' ') as [Tier, Interval];
  const [tier, interval] = to.split(' ') as [Tier, Interval];
  const sub = subscribed(heldTier, heldInterval);
  expect(changeKind([sub, paid(sub)], sub, { price: to, tier, interval }, tierReaches)).toBe(kind);
});

test('in a trial a dearer tier ends it, and anything else is taken without a charge', () => {
  const sub = { ...subscribed('basic', 'month'), state: 'trialing', trialFrom: 0, trialTo: DAY } as const;
  const kindOf = (tier: Tier, interval: Interval) =>
    changeKind([sub], sub, { price: `${tier} ${interval}`, tier, interval }, tierReaches);
  expect(kindOf('premium', 'month')).toBe('upgrade');
  expect(kindOf('premium', 'year')).toBe('upgrade');
  expect(kindOf('basic', 'year')).toBe('switch');
});

test('access ends with the period, or with the grace when the payment for the period failed', () => {
  const running = subscribed('premium', 'month');
  const line = paid(running);
  const overdue: SubscriptionFact = { ...running, v: 2, state: 'overdue', periodEnd: 60 * DAY };
  const canceled: SubscriptionFact = { ...overdue, v: 3, endsAt: 60 * DAY };
  const endOf = (sub: SubscriptionFact, grace = POLICY.grace) => accessEnds([line, sub], sub, { grace });
  expect(endOf(running)).toEqual({ at: 30 * DAY, ifPaid: null });
  expect(endOf(overdue)).toEqual({ at: 37 * DAY, ifPaid: 60 * DAY });
  expect(endOf(canceled)).toEqual({ at: 37 * DAY, ifPaid: 60 * DAY });
  expect(endOf(canceled, 30 * DAY)).toEqual({ at: 60 * DAY, ifPaid: null });
  const stateAt = (day: number) => stateOf([line, running, overdue, canceled], day * DAY, POLICY);
  expect([stateAt(36), stateAt(37)]).toEqual(['ending', 'stopped']);
});

test('who owes a payment is named no day after their money went back, by when they have no access any more', () => {
  const running = subscribed('premium', 'month');
  const first = paid(running);
  const second = { ...first, id: 'l2', invoice: 'i2', from: 30 * DAY, to: 60 * DAY };
  const overdue: SubscriptionFact = { ...running, v: 2, state: 'overdue', periodEnd: 90 * DAY };
  const back = (invoice: string, day: number, more: Partial<RefundFact> = {}): RefundFact => {
    const refund = { kind: 'refund', id: `r ${invoice}`, v: 3, amount: 999, currency: 'eur' } as const;
    return { ...refund, invoice, at: day * DAY, whole: true, done: true, ...more };
  };
  const dispute = (state: DisputeFact['state']): DisputeFact => {
    return { kind: 'dispute', id: 'd', v: 3, invoice: 'i2', at: 64 * DAY, state };
  };
  const lastDay = (...facts: readonly Fact[]) => {
    const all = [first, second, running, overdue, ...facts];
    const by = payBy(all, overdue, POLICY) ?? 0;
    expect(entitlement(all, by, POLICY).tier).toBe('free');
    return by / DAY;
  };
  expect(lastDay()).toBe(67);
  expect(lastDay(back('i2', 63))).toBe(63);
  expect(lastDay(back('i2', 50))).toBe(50);
  expect(lastDay(back('i2', 70))).toBe(67);
  // Of the time before, of a part, or of what didn't go back: the grace goes on.
  expect(lastDay(back('i', 63))).toBe(67);
  expect(lastDay(back('i2', 63, { whole: false }))).toBe(67);
  expect(lastDay(back('i2', 63, { done: false }))).toBe(67);
  expect(lastDay(dispute('open'))).toBe(64);
  expect(lastDay(dispute('won'))).toBe(67);
  expect(lastDay({ kind: 'withdrawal', id: 's', v: 3, sub: 's', at: 62 * DAY })).toBe(62);
  const canceled: SubscriptionFact = { ...overdue, v: 4, endsAt: 90 * DAY };
  const ended = [first, second, running, canceled, back('i2', 63)];
  expect(accessEnds(ended, canceled, POLICY)).toEqual({ at: 63 * DAY, ifPaid: 90 * DAY });
  expect(stateOf(ended, 64 * DAY, POLICY)).toBe('stopped');
});

test('what is scheduled already is no change; to stay as it is takes it back', () => {
  const scheduled = {
    at: 365 * DAY,
    price: 'basic month',
    tier: 'basic',
    interval: 'month',
    unitAmount: 999,
  };
  const sub = { ...subscribed('premium', 'year'), scheduled } as SubscriptionFact;
  const kindOf = (price: string, tier: Tier, interval: Interval) =>
    changeKind([sub, paid(sub)], sub, { price, tier, interval }, tierReaches);
  expect(kindOf('basic month', 'basic', 'month')).toBe('none');
  expect(kindOf('premium year', 'premium', 'year')).toBe('downgrade');
});

test('a fact is the same whatever the order of its keys, also inside', () => {
  const sub = subscribed('premium', 'year');
  const scheduled = { at: 1, price: 'p', tier: 'basic', interval: 'month', unitAmount: 1 } as const;
  const turned = Object.fromEntries(Object.entries(scheduled).reverse()) as unknown as typeof scheduled;
  const textOf = (change: typeof scheduled): string => {
    const fact: Fact = { ...sub, scheduled: change };
    return factText(fact);
  };
  expect(textOf(scheduled)).toBe(textOf(turned));
  expect(textOf(scheduled)).not.toBe(textOf({ ...scheduled, at: 2 } as unknown as typeof scheduled));
});
