import { expect, test } from 'vitest';
import { type Tier, tierReaches } from '../tiers.ts';
import { accessEnds, changeKind, stateOf } from './describe.ts';
import { POLICY } from './entitlement.ts';
import type { Fact, Interval, PaidFact, SubscriptionFact } from './facts.ts';
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
