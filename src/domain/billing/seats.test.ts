import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TIERS, type Tier, tierReaches } from '../tiers.ts';
import { entitlement, nextTier, POLICY } from './entitlement.ts';
import type { Fact, PaidFact, SubscriptionFact } from './facts.ts';
import { paidSeats, seatChange, seatStretches, seatsAt, teamSubscription } from './seats.ts';

const DAY = 86_400;
const RUNS = 1000;
const moment = fc.integer({ min: 1, max: 150 }).map((day) => day * DAY);
const tier = fc.constantFrom(...TIERS);
const seats = fc.integer({ min: 1, max: 6 });
const v = fc.integer({ min: 1, max: 9 });
const sub = fc.constantFrom('s1', 's2');

const paid = (values: Partial<PaidFact> = {}): PaidFact => ({
  kind: 'paid',
  id: 'l',
  v: 1,
  sub: 's',
  invoice: 'i',
  number: null,
  tier: 'premium',
  seats: 3,
  from: 10 * DAY,
  to: 40 * DAY,
  amount: 6000,
  currency: 'eur',
  at: 10 * DAY,
  ...values,
});
const running = (values: Partial<SubscriptionFact> = {}): SubscriptionFact => ({
  kind: 'subscription',
  id: 's',
  v: 1,
  state: 'running',
  tier: 'premium',
  price: 'p',
  interval: 'month',
  unitAmount: 2000,
  currency: 'eur',
  quantity: 3,
  startedAt: 10 * DAY,
  periodEnd: 40 * DAY,
  trialFrom: null,
  trialTo: null,
  endsAt: null,
  ...values,
});
const paidFact: fc.Arbitrary<Fact> = fc
  .record({
    id: fc.constantFrom('l1', 'l2', 'l3'),
    v,
    sub,
    tier,
    seats,
    from: moment,
    days: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ days, ...line }) => paid({ ...line, invoice: `of ${line.id}`, to: line.from + days * DAY }));
const subscriptionFact: fc.Arbitrary<Fact> = fc
  .record({
    id: sub,
    v,
    tier,
    quantity: seats,
    state: fc.constantFrom('running' as const, 'overdue' as const, 'stopped' as const),
    endsAt: fc.option(moment),
  })
  .map((values) => running(values));
const refundFact: fc.Arbitrary<Fact> = fc
  .record({
    id: fc.constantFrom('r1', 'r2'),
    v,
    invoice: fc.constantFrom('of l1', 'of l2'),
    at: moment,
    done: fc.boolean(),
  })
  .map((values) => ({ kind: 'refund', amount: 1, currency: 'eur', whole: true, ...values }));
const facts = fc.array(fc.oneof(paidFact, subscriptionFact, refundFact), { maxLength: 14 });
const names = Array.from({ length: 9 }, (_, place) => place);

/** Who of nine people with a seat each has it at a moment. */
const holders = (all: readonly Fact[], now: number) =>
  names.filter((place) => {
    const stretches = seatStretches({ name: 'T', facts: all }, place, POLICY);
    return entitlement([], now, POLICY, stretches).why === 'seat';
  });

test('never do more people have a seat than are paid for, and the newest lose theirs first', () => {
  fc.assert(
    fc.property(facts, moment, (all, now) => {
      const have = holders(all, now);
      expect(have).toHaveLength(Math.min(names.length, seatsAt(all, now, POLICY)));
      expect(have).toEqual(names.slice(0, have.length));
    }),
    { numRuns: RUNS },
  );
});

test('without a subscription that goes on, nobody has more than a line that is paid for says', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(paidFact, refundFact), { maxLength: 10 }), moment, (all, now) => {
      const lines = all.filter(
        (fact) => fact.kind === 'paid' && fact.from <= now && now < fact.to,
      ) as PaidFact[];
      const most = Math.max(0, ...lines.map((line) => line.seats));
      expect(holders(all, now).length).toBeLessThanOrEqual(most);
    }),
    { numRuns: RUNS },
  );
});

test('nobody loses a better plan of their own by a seat, and the better of both counts', () => {
  fc.assert(
    fc.property(facts, facts, moment, seats, (own, team, now, place) => {
      const stretches = seatStretches({ name: 'T', facts: team }, place, POLICY);
      const alone = entitlement(own, now, POLICY).tier;
      const seat = entitlement([], now, POLICY, stretches).tier;
      const both = entitlement(own, now, POLICY, stretches).tier;
      expect(tierReaches(both, alone) && tierReaches(both, seat)).toBe(true);
      expect([alone, seat]).toContain(both);
    }),
    { numRuns: RUNS },
  );
});

test("neither the order of a team's facts nor how often each is told matters", () => {
  fc.assert(
    fc.property(
      facts.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
      ),
      moment,
      seats,
      ([all, doubled], now, place) => {
        const of = (some: readonly Fact[]) => seatStretches({ name: 'T', facts: some }, place, POLICY);
        expect(entitlement([], now, POLICY, of(doubled))).toEqual(entitlement([], now, POLICY, of(all)));
        expect(nextTier([], now, POLICY, of(doubled))).toEqual(nextTier([], now, POLICY, of(all)));
        expect(seatsAt(doubled, now, POLICY)).toBe(seatsAt(all, now, POLICY));
      },
    ),
    { numRuns: RUNS },
  );
});

test('after the end and the grace nobody has a seat', () => {
  fc.assert(
    fc.property(facts, (all) => {
      const last = Math.max(0, ...all.map((fact) => (fact.kind === 'paid' ? fact.to : 0)));
      expect(holders(all, last + POLICY.grace)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

test('a seat is promised as long as it is paid for, not for the grace that follows', () => {
  const stretches = seatStretches({ name: 'Blue Harbor', facts: [paid(), running()] }, 2, POLICY);
  expect(entitlement([], 20 * DAY, POLICY, stretches)).toEqual({
    tier: 'premium',
    why: 'seat',
    seats: 1,
    team: 'Blue Harbor',
    until: 40 * DAY,
  });
  expect(nextTier([], 20 * DAY, POLICY, stretches)).toEqual({ at: 47 * DAY, tier: 'free' });
});

test.for<[wanted: number, quantity: number, kind: ReturnType<typeof seatChange>]>([
  [3, 3, 'none'],
  [5, 3, 'more'],
  [2, 3, 'fewer'],
  [3, 1, 'undo'],
  [2, 1, 'undo'],
  [4, 1, 'reduced'],
])('%i seats, when 3 are paid for and %i are wanted next: %s', ([wanted, quantity, kind]) => {
  expect(seatChange([paid(), running({ quantity })], running({ quantity }), wanted)).toBe(kind);
});

test('seats that were credited are not paid for any more', () => {
  const given = paid({ id: 'back', amount: -4000, seats: 3, from: 20 * DAY });
  const kept = paid({ id: 'kept', amount: 1300, seats: 1, from: 20 * DAY });
  expect(paidSeats([paid(), given, kept, running({ quantity: 1 })], running({ quantity: 1 }))).toBe(1);
});

test('fewer seats that are wanted from the next period on are not waited for with more', () => {
  expect(seatsAt([paid(), running({ quantity: 1 })], 41 * DAY, POLICY)).toBe(1);
});

test('of a subscription that ends and one that goes on, the latter is the one of the team', () => {
  const old = running({ id: 'old', endsAt: 40 * DAY, startedAt: DAY });
  expect(teamSubscription([old, running()])?.id).toBe('s');
  expect(teamSubscription([running({ ...old, tier: 'basic' as Tier })])?.id).toBe('old');
});

test('money of an added seat that goes back takes the added seats, and none that were paid before', () => {
  const five = paid({ seats: 5 });
  const added = { invoice: 'j', from: 20 * DAY, at: 20 * DAY };
  const lines = [
    five,
    paid({ ...added, id: 'back', seats: 5, amount: -6600 }),
    paid({ ...added, id: 'more', seats: 7, amount: 9300 }),
    running({ quantity: 7 }),
  ];
  const refund = (values: object = {}): Fact => ({
    ...{ kind: 'refund', id: 'r', v: 1, invoice: 'j', amount: 2700, currency: 'eur', whole: true },
    ...{ at: 25 * DAY, done: true },
    ...values,
  });
  const dispute = (state: 'open' | 'won' | 'lost'): Fact => ({
    ...{ kind: 'dispute', id: 'd', v: 1, invoice: 'j', at: 25 * DAY, state },
  });
  const seatsOn = (day: number, ...more: Fact[]) => seatsAt([...lines, ...more], day * DAY, POLICY);
  expect([15, 22, 30].map((day) => seatsOn(day))).toEqual([5, 7, 7]);
  for (const taken of [refund(), dispute('open'), dispute('lost')])
    expect([15, 22, 30].map((day) => seatsOn(day, taken))).toEqual([5, 7, 5]);
  for (const kept of [refund({ whole: false }), refund({ done: false }), dispute('won')])
    expect(seatsOn(30, kept)).toBe(7);
  // The first payment goes back too: nothing is left.
  expect(seatsOn(30, refund(), refund({ id: 'q', invoice: 'i' }))).toBe(0);
});
