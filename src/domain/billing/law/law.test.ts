import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invoicesOf } from '../describe.ts';
import { entitlement, POLICY } from '../entitlement.ts';
import type { Fact, PaidFact, RefundFact, SubscriptionFact } from '../facts.ts';
import { COUNTRIES, lawDefaults } from './law-defaults.ts';
import { withdrawalEnds } from './withdrawal-period.ts';
import { REFUND_MODES, refundDue, refundTargets } from './withdrawal-refund.ts';

const DAY = 86_400;
const at = (text: string) => Date.parse(text) / 1000;
const line = (changes: Partial<PaidFact> = {}): PaidFact => ({
  kind: 'paid',
  id: 'l1',
  v: 1,
  sub: 's1',
  invoice: 'i1',
  number: null,
  tier: 'premium',
  seats: 1,
  from: 0,
  to: 30 * DAY,
  amount: 3000,
  currency: 'eur',
  at: 0,
  ...changes,
});
const refund = (amount: number): RefundFact => ({
  kind: 'refund',
  id: 'r1',
  v: 2,
  invoice: 'i1',
  amount,
  currency: 'eur',
  whole: false,
  at: DAY,
  done: true,
});

test('the right to withdraw follows the EU and EEA, the cancellation page follows Germany', () => {
  const withdrawn = COUNTRIES.filter((country) => lawDefaults(country).withdrawal);
  expect(withdrawn).toHaveLength(30);
  expect(withdrawn).toEqual(expect.arrayContaining(['DE', 'FR', 'NO', 'IS', 'LI']));
  expect(COUNTRIES.filter((country) => lawDefaults(country).cancellation)).toEqual(['DE']);
  for (const country of ['', 'US', 'GB', 'CH', 'other'] as const)
    expect(lawDefaults(country)).toMatchObject({ withdrawal: false, beginNow: false, orderToPay: false });
});

test('the day of the contract does not count, and the last day is over everywhere', () => {
  // A Tuesday: the 14th day after it is a Tuesday.
  expect(withdrawalEnds(at('2026-11-24T08:30:00Z'), 14)).toBe(at('2026-12-09T12:00:00Z'));
  expect(withdrawalEnds(at('2026-11-24T23:59:59Z'), 14)).toBe(at('2026-12-09T12:00:00Z'));
});

test.each(['2026-11-21T10:00:00Z', '2026-11-22T10:00:00Z'])(
  'a period that would end on a weekend (%s) ends with the Monday after it',
  (concluded) => expect(withdrawalEnds(at(concluded), 14)).toBe(at('2026-12-08T12:00:00Z')),
);

test('a whole refund returns all of it, a pro rata one keeps the days that passed, rounded for the member', () => {
  expect(refundTargets([line()], 's1', 10 * DAY, 'whole')).toEqual([{ invoice: 'i1', refunded: 3000 }]);
  expect(refundTargets([line()], 's1', 10 * DAY, 'pro-rata')).toEqual([{ invoice: 'i1', refunded: 2000 }]);
  expect(refundTargets([line({ amount: 1999 })], 's1', DAY, 'pro-rata')).toEqual([
    { invoice: 'i1', refunded: 1999 - 66 },
  ]);
  expect(refundTargets([line()], 's1', 40 * DAY, 'pro-rata')).toEqual([]);
});

test('only invoices of the contract go back, and what went back before counts', () => {
  const facts = [line(), line({ id: 'l2', sub: 's2', invoice: 'i2' }), refund(2500)];
  expect(refundTargets(facts, 's1', 0, 'whole')).toEqual([{ invoice: 'i1', refunded: 3000 }]);
  expect(refundDue(facts, [{ invoice: 'i1', refunded: 3000 }])).toBe(500);
  expect(refundTargets(facts, 's1', 10 * DAY, 'pro-rata')).toEqual([]);
});

test('an upgrade with a credit on the same invoice is paid back by what was really paid', () => {
  const credit = line({ id: 'l2', invoice: 'i2', from: 10 * DAY, amount: -2000, at: 10 * DAY });
  const dearer = line({ id: 'l3', invoice: 'i2', from: 10 * DAY, amount: 5000, at: 10 * DAY });
  const targets = refundTargets([line(), credit, dearer], 's1', 20 * DAY, 'pro-rata');
  expect(targets).toEqual([
    { invoice: 'i2', refunded: 1500 },
    { invoice: 'i1', refunded: 1000 },
  ]);
});

test('of what a credit paid nothing goes back, and what was used is taken from it first', () => {
  const partly = [line({ charged: 1000 })];
  expect(invoicesOf(partly)).toMatchObject([{ amount: 1000, refunded: 0 }]);
  expect(refundTargets(partly, 's1', 10 * DAY, 'whole')).toEqual([{ invoice: 'i1', refunded: 1000 }]);
  expect(refundTargets(partly, 's1', 10 * DAY, 'pro-rata')).toEqual([{ invoice: 'i1', refunded: 1000 }]);
  expect(refundTargets(partly, 's1', 25 * DAY, 'pro-rata')).toEqual([{ invoice: 'i1', refunded: 500 }]);
  expect(refundTargets([line({ charged: 0 })], 's1', 0, 'whole')).toEqual([]);
});

const lines = fc.uniqueArray(
  fc
    .record({
      id: fc.constantFrom('l1', 'l2', 'l3'),
      sub: fc.constantFrom('s1', 's2'),
      invoice: fc.constantFrom('i1', 'i2'),
      from: fc.integer({ min: 0, max: 60 }).map((day) => day * DAY),
      length: fc.integer({ min: 0, max: 366 }).map((day) => day * DAY),
      amount: fc.integer({ min: -5000, max: 50_000 }),
    })
    .map(({ length, ...rest }) => line({ ...rest, to: rest.from + length })),
  { maxLength: 3, selector: ({ id }) => id },
);

test('never more goes back than was paid, a whole refund never less than a pro rata one, and done is done', () => {
  fc.assert(
    fc.property(
      lines,
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 4000 }),
      (paid, day, back) => {
        const facts: Fact[] = [...paid, refund(back)];
        const [whole, share] = REFUND_MODES.map((mode) => refundTargets(facts, 's1', day * DAY, mode));
        for (const targets of [whole ?? [], share ?? []])
          for (const { invoice, refunded } of targets) {
            const own = paid.filter((one) => one.invoice === invoice);
            expect(refunded).toBeLessThanOrEqual(own.reduce((sum, { amount }) => sum + amount, 0));
            expect(refunded).toBeGreaterThan(0);
          }
        expect(refundDue(facts, whole ?? [])).toBeGreaterThanOrEqual(0);
        const done = (whole ?? []).map(({ invoice, refunded }, index) => ({
          ...refund(refunded),
          id: `done ${index}`,
          invoice,
        }));
        expect(refundTargets([...facts, ...done], 's1', day * DAY, 'whole')).toEqual([]);
      },
    ),
    { numRuns: 1000 },
  );
});

test('from the withdrawal on nothing of the contract counts, before the money is back and while the provider is away', () => {
  const sub: SubscriptionFact = {
    kind: 'subscription',
    id: 's1',
    v: 1,
    state: 'running',
    tier: 'premium',
    price: 'p',
    interval: 'month',
    unitAmount: 3000,
    currency: 'eur',
    quantity: 1,
    startedAt: 0,
    periodEnd: 30 * DAY,
    trialFrom: 0,
    trialTo: 20 * DAY,
    endsAt: null,
  };
  const withdrawal = { kind: 'withdrawal' as const, id: 's1', v: 3, sub: 's1', at: 10 * DAY };
  const tierAt = (time: number, facts: Fact[]) => entitlement(facts, time, POLICY).tier;
  const facts = [line(), sub, withdrawal];
  expect(tierAt(10 * DAY - 1, facts)).toBe('premium');
  for (const day of [10, 15, 29, 30, 36]) expect(tierAt(day * DAY, facts), String(day)).toBe('free');
  // What another contract paid for stays.
  expect(tierAt(15 * DAY, [...facts, line({ id: 'l2', sub: 's2', tier: 'basic' })])).toBe('basic');
});
