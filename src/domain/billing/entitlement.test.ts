import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TIERS, type Tier } from '../tiers.ts';
import { entitlement, nextTier, POLICY } from './entitlement.ts';
import type {
  DisputeFact,
  Fact,
  GrantFact,
  OverrideFact,
  PaidFact,
  RefundFact,
  SubscriptionFact,
} from './facts.ts';

const DAY = 86_400;
const RUNS = 1000;
const moment = fc.integer({ min: 1, max: 200 }).map((day) => day * DAY);
const tier = fc.constantFrom(...TIERS);
const v = fc.integer({ min: 1, max: 9 });
const sub = fc.constantFrom('s1', 's2');
const invoice = fc.constantFrom('i1', 'i2', 'i3');
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

const paidFact: fc.Arbitrary<PaidFact> = fc
  .record({
    id: fc.constantFrom('l1', 'l2', 'l3', 'l4'),
    v,
    sub,
    invoice,
    tier,
    seats: fc.integer({ min: 1, max: 5 }),
    from: moment,
    to: moment,
    amount: fc.integer({ min: -2000, max: 2000 }),
  })
  .map((drawn) => ({ ...line, ...drawn }));
const subscriptionFact: fc.Arbitrary<SubscriptionFact> = fc
  .record({
    id: sub,
    v,
    state: fc.constantFrom('trialing', 'running', 'overdue', 'stopped'),
    tier,
    trialFrom: fc.option(moment),
    trialTo: fc.option(moment),
    endsAt: fc.option(moment),
    scheduled: fc.option(fc.record({ at: moment, tier }), { nil: undefined }),
  })
  .map(({ scheduled, ...drawn }) => ({
    ...running,
    ...drawn,
    ...(scheduled && { scheduled: { ...later, ...scheduled } }),
  }));
const refundFact: fc.Arbitrary<RefundFact> = fc
  .record({
    id: fc.constantFrom('r1', 'r2'),
    v,
    invoice,
    whole: fc.boolean(),
    at: moment,
    done: fc.boolean(),
  })
  .map((drawn) => ({ kind: 'refund', ...money, ...drawn }));
const disputeFact: fc.Arbitrary<DisputeFact> = fc
  .record({
    id: fc.constantFrom('d1', 'd2'),
    v,
    invoice,
    at: moment,
    state: fc.constantFrom('open', 'won', 'lost'),
  })
  .map((drawn) => ({ kind: 'dispute', ...drawn }));
const grantFact: fc.Arbitrary<GrantFact> = fc
  .record({ id: fc.constantFrom('g1', 'g2'), v, tier, from: moment, to: fc.option(moment) })
  .map((drawn) => ({ kind: 'grant', by: 'a', reason: 'gift', ...drawn }));
const overrideFact: fc.Arbitrary<OverrideFact> = fc
  .record({ v, tier: fc.option(tier), at: moment })
  .map((drawn) => ({ kind: 'override', id: 'o', by: 'a', ...drawn }));
const fact: fc.Arbitrary<Fact> = fc.oneof(
  paidFact,
  subscriptionFact,
  refundFact,
  disputeFact,
  grantFact,
  overrideFact,
);
const facts = fc.array(fact, { maxLength: 14 });
const rank = (of: Tier) => TIERS.indexOf(of);
const at = (all: readonly Fact[], day: number) => entitlement(all, day * DAY, POLICY);

test('facts in any order, each given any number of times, give the same tier', () => {
  const mixed = facts.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length })),
  );
  fc.assert(
    fc.property(mixed, moment, ([all, some], now) => {
      const doubled = [...some, ...all].reverse();
      expect(entitlement(doubled, now, POLICY)).toEqual(entitlement(all, now, POLICY));
      expect(nextTier(doubled, now, POLICY)).toEqual(nextTier(all, now, POLICY));
    }),
    { numRuns: RUNS },
  );
});

test('the tier is never lower than what is paid, while nobody took it back', () => {
  fc.assert(
    fc.property(facts, moment, fc.integer({ min: 1, max: 60 }), tier, (all, now, days, bought) => {
      const calm = all.filter(({ kind }) => kind !== 'override');
      const paid = {
        ...line,
        id: 'new',
        sub: 's9',
        invoice: 'i9',
        tier: bought,
        from: now,
        to: now + days * DAY,
      };
      for (const time of [now, now + days * DAY - 1])
        expect(rank(entitlement([...calm, paid], time, POLICY).tier)).toBeGreaterThanOrEqual(rank(bought));
    }),
    { numRuns: RUNS },
  );
});

test('after the last end and its grace, without a gift or an order, the tier is free', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(paidFact, subscriptionFact, refundFact, disputeFact), { maxLength: 14 }),
      (all) => {
        const ends = all.map((one) =>
          one.kind === 'paid' ? one.to : one.kind === 'subscription' ? (one.trialTo ?? 0) : 0,
        );
        expect(entitlement(all, Math.max(0, ...ends) + POLICY.grace, POLICY).tier).toBe('free');
      },
    ),
    { numRuns: RUNS },
  );
});

test('what the page promises is kept: the tier is never lower before the day it names', () => {
  fc.assert(
    fc.property(facts, moment, fc.double({ min: 0, max: 1, noNaN: true }), (all, now, part) => {
      const { tier: mine, until } = entitlement(all, now, POLICY);
      if (until === null || all.some(({ kind }) => kind === 'override')) return;
      const between = Math.min(until - 1, now + Math.floor((until - now) * part));
      for (const time of [between, until - 1])
        expect(rank(entitlement(all, time, POLICY).tier)).toBeGreaterThanOrEqual(rank(mine));
    }),
    { numRuns: RUNS },
  );
});

test('the tier changes at the moment that is named, to the one that is named, and not before', () => {
  fc.assert(
    fc.property(facts, moment, fc.double({ min: 0, max: 1, noNaN: true }), (all, now, part) => {
      const { tier: mine } = entitlement(all, now, POLICY);
      const next = nextTier(all, now, POLICY);
      const last = (next?.at ?? now + 1000 * DAY) - 1;
      expect(entitlement(all, now + Math.floor((last - now) * part), POLICY).tier).toBe(mine);
      if (next) expect(entitlement(all, next.at, POLICY).tier).toBe(next.tier);
      if (next) expect(next.tier).not.toBe(mine);
    }),
    { numRuns: RUNS },
  );
});

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
