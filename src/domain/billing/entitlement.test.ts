import { expect, test } from 'vitest';
import type { Tier } from '../tiers.ts';
import { entitlement, nextTier, POLICY } from './entitlement.ts';
import type { Fact } from './facts.ts';

const DAY = 86_400;
const line = {
  kind: 'paid' as const,
  id: 'l',
  v: 1,
  sub: 's',
  invoice: 'i',
  number: null,
  tier: 'premium' as Tier,
  seats: 1,
  from: 10 * DAY,
  to: 40 * DAY,
  amount: 1999,
  currency: 'eur',
  at: 10 * DAY,
};
const running = {
  kind: 'subscription' as const,
  id: 's',
  v: 1,
  state: 'running' as const,
  tier: 'premium' as Tier,
  price: 'p',
  interval: 'month' as const,
  unitAmount: 1999,
  currency: 'eur',
  quantity: 1,
  startedAt: 10 * DAY,
  periodEnd: 40 * DAY,
  trialFrom: null,
  trialTo: null,
  endsAt: null,
};
const later = {
  at: 40 * DAY,
  price: 'q',
  tier: 'basic' as Tier,
  interval: 'month' as const,
  unitAmount: 999,
};
const money = { amount: 1999, currency: 'eur' };

const at = (all: readonly Fact[], day: number) => entitlement(all, day * DAY, POLICY);

test('a renewal that is not charged yet keeps the tier for the grace, and not a second longer', () => {
  expect(at([line, running], 40)).toMatchObject({ tier: 'premium', why: 'grace' });
  expect(entitlement([line, running], 47 * DAY - 1, POLICY).tier).toBe('premium');
  expect(at([line, running], 47)).toMatchObject({ tier: 'free', why: 'none' });
  expect(nextTier([line, running], 20 * DAY, POLICY)).toEqual({ at: 47 * DAY, tier: 'free' });
  expect(at([line, running], 20).until).toBe(40 * DAY);
});

test('a scheduled change takes nothing from what is paid, and counts in the grace that follows', () => {
  const changing = { ...running, interval: 'year' as const, scheduled: later };
  expect(at([line, changing], 39)).toMatchObject({ tier: 'premium', why: 'paid', until: 40 * DAY });
  expect(at([line, changing], 40)).toMatchObject({ tier: 'basic', why: 'grace' });
  expect(nextTier([line, changing], 20 * DAY, POLICY)).toEqual({ at: 40 * DAY, tier: 'basic' });
  // One that is due later changes nothing before.
  const muchLater = { ...running, scheduled: { ...later, at: 70 * DAY } };
  expect(at([line, muchLater], 41)).toMatchObject({ tier: 'premium', why: 'grace' });
});

test('grace lends no tier that was never paid for', () => {
  const basic = { ...line, tier: 'basic' as Tier };
  const rising = { ...running, tier: 'basic' as Tier, scheduled: { ...later, tier: 'premium' as Tier } };
  expect(at([basic, rising], 41)).toMatchObject({ tier: 'basic', why: 'grace' });
  expect(at([basic, { ...running, tier: 'premium' as Tier }], 41).tier).toBe('basic');
  const charged = { ...line, id: 'next', from: 40 * DAY, to: 70 * DAY };
  expect(at([basic, rising, charged], 41)).toMatchObject({ tier: 'premium', why: 'paid' });
  // What a trial gives is said by the trial, not by its invoice of nothing; its end is not the end of a paid tier.
  const nothing = { ...basic, from: DAY, to: 15 * DAY, amount: 0 };
  const tried = { ...running, trialFrom: DAY, trialTo: 15 * DAY };
  expect(at([nothing, tried], 2)).toMatchObject({ tier: 'premium', why: 'trial' });
  // After a trial the hour until the first charge is of the tier that was tried.
  expect(at([nothing, tried], 15)).toMatchObject({ tier: 'premium', why: 'grace' });
});

test('a wanted end has no grace, and what is paid holds until it', () => {
  const ending = { ...running, endsAt: 40 * DAY };
  expect(entitlement([line, ending], 40 * DAY - 1, POLICY).tier).toBe('premium');
  expect(at([line, ending], 40).tier).toBe('free');
});

test('a subscription that stopped has no grace', () => {
  expect(at([line, { ...running, state: 'stopped' }], 40).tier).toBe('free');
});

test('the whole money back ends the tier at once; a part, or a refund that failed, ends nothing', () => {
  const refund = {
    kind: 'refund' as const,
    id: 'r',
    v: 1,
    invoice: 'i',
    ...money,
    whole: true,
    at: 20 * DAY,
    done: true,
  };
  const stopped = { ...running, state: 'stopped' as const };
  expect(entitlement([line, stopped, refund], 20 * DAY - 1, POLICY).tier).toBe('premium');
  expect(at([line, stopped, refund], 20).tier).toBe('free');
  expect(at([line, stopped, { ...refund, whole: false }], 20).tier).toBe('premium');
  expect(at([line, stopped, { ...refund, done: false }], 20).tier).toBe('premium');
  expect(at([line, running, refund], 21).tier).toBe('free');
});

test('the whole money back within the grace of the time before ends the tier all the same', () => {
  const renewal = { ...line, id: 'l2', invoice: 'i2', from: 40 * DAY, to: 70 * DAY };
  const refund = { kind: 'refund' as const, id: 'r', v: 1, ...money, whole: true, at: 42 * DAY, done: true };
  const renewed = [line, running, renewal, { ...refund, invoice: 'i2' }];
  expect(entitlement(renewed, 42 * DAY - 1, POLICY).tier).toBe('premium');
  expect(at(renewed, 42)).toMatchObject({ tier: 'free', why: 'none' });
  expect(nextTier(renewed, 41 * DAY, POLICY)).toEqual({ at: 42 * DAY, tier: 'free' });
  // The same after a trial, and for what was not renewed yet.
  const tried = { ...running, trialFrom: 30 * DAY, trialTo: 40 * DAY };
  expect(at([tried, renewal, { ...refund, invoice: 'i2' }], 42).tier).toBe('free');
  expect(at([line, running, { ...refund, invoice: 'i' }], 42).tier).toBe('free');
  // What went back of another time or of another subscription ends no grace.
  const before = { ...line, id: 'l0', invoice: 'i0', from: 0, to: 10 * DAY };
  const other = { ...renewal, sub: 'other' };
  expect(at([before, line, running, { ...refund, invoice: 'i0' }], 42).why).toBe('grace');
  expect(at([line, running, other, { ...refund, invoice: 'i2' }], 42).why).toBe('grace');
});

test('a dispute suspends, winning it gives back, losing it does not', () => {
  const dispute = {
    kind: 'dispute' as const,
    id: 'd',
    v: 1,
    invoice: 'i',
    at: 20 * DAY,
    state: 'open' as const,
  };
  expect(at([line, dispute], 21).tier).toBe('free');
  expect(at([line, dispute, { ...dispute, v: 2, state: 'won' as const }], 21).tier).toBe('premium');
  expect(at([line, dispute, { ...dispute, v: 2, state: 'lost' as const }], 21).tier).toBe('free');
});

test('an answer that was asked for later counts, though an older one is read after it', () => {
  const stopped = { ...running, v: 2, state: 'stopped' as const };
  for (const all of [
    [line, stopped, running],
    [line, running, stopped],
  ])
    expect(at(all, 41).tier).toBe('free');
});

test('time that is credited is not paid any more', () => {
  const credit = { ...line, id: 'back', from: 20 * DAY, amount: -1200 };
  const basic = { ...line, id: 'basic', from: 20 * DAY, tier: 'basic' as const, amount: 600 };
  expect(at([line, credit, basic], 21).tier).toBe('basic');
  expect(entitlement([line, credit, basic], 20 * DAY - 1, POLICY).tier).toBe('premium');
});

test('a trial gives the tier until its end, or until it was ended', () => {
  const trial = { ...running, state: 'stopped' as const, trialFrom: DAY, trialTo: 15 * DAY };
  expect(at([trial], 14)).toMatchObject({ tier: 'premium', why: 'trial', until: 15 * DAY });
  expect(at([trial], 15).tier).toBe('free');
  expect(at([{ ...trial, endsAt: 10 * DAY }], 10).tier).toBe('free');
});

test('a gift ends on its day; an order stands over all until it is lifted', () => {
  const gift: Fact = {
    kind: 'grant',
    id: 'g',
    v: 1,
    tier: 'premium',
    from: 0,
    to: 100 * DAY,
    by: 'a',
    reason: 'jury',
  };
  const order: Fact = { kind: 'override', id: 'o', v: 2, tier: 'basic', at: 50 * DAY, by: 'a' };
  expect(at([gift], 99).tier).toBe('premium');
  expect(at([gift], 100).tier).toBe('free');
  expect(at([gift, order], 49).tier).toBe('premium');
  expect(at([gift, order], 60).tier).toBe('basic');
  expect(at([gift, order, { ...order, v: 3, tier: null }], 60).tier).toBe('premium');
});

test('a dearer tier that is paid holds to its end; the cheaper one follows without a gap', () => {
  const cheaper = { ...running, tier: 'basic' as const };
  expect(at([line, cheaper], 30).tier).toBe('premium');
  expect(nextTier([line, cheaper], 30 * DAY, POLICY)).toEqual({ at: 40 * DAY, tier: 'basic' });
});

test('an upgrade whose money goes back leaves the plan that was paid before', () => {
  const basic = { ...line, id: 'basic', tier: 'basic' as const, amount: 999 };
  const upgrade = { invoice: 'j', from: 20 * DAY, at: 20 * DAY };
  const all = [
    basic,
    { ...basic, ...upgrade, id: 'back', amount: -666 },
    { ...line, ...upgrade, id: 'up', amount: 1333 },
    running,
  ];
  const back = { kind: 'refund' as const, id: 'r', v: 1, invoice: 'j', amount: 667, currency: 'eur' };
  const refund = { ...back, whole: true, at: 25 * DAY, done: true };
  const dispute = { kind: 'dispute' as const, id: 'd', v: 1, invoice: 'j', at: 25 * DAY };
  expect(at(all, 30)).toMatchObject({ tier: 'premium', why: 'paid' });
  for (const taken of [
    refund,
    { ...dispute, state: 'open' as const },
    { ...dispute, state: 'lost' as const },
  ]) {
    expect(at([...all, taken], 24)).toMatchObject({ tier: 'premium', why: 'paid' });
    expect(at([...all, taken], 30)).toMatchObject({ tier: 'basic', why: 'paid', until: 40 * DAY });
  }
  expect(at([...all, { ...refund, whole: false }], 30).tier).toBe('premium');
  expect(at([...all, { ...dispute, state: 'won' as const }], 30).tier).toBe('premium');
});
