import { expect, test } from 'vitest';
import { TIERS, type Tier } from '../../tiers.ts';
import { entitlement, POLICY } from '../entitlement.ts';
import type { Fact } from '../facts.ts';
import type { Stretch } from '../stretches.ts';
import { choiceFacts } from './choice.ts';
import { CHOSEN, lastingTier } from './given.ts';

const AT = 1000;
const LATER = AT + 1_000_000;
const grant = (id: string, tier: Tier, to: number | null, from = 0): Fact => ({
  kind: 'grant',
  id,
  v: 1,
  tier,
  from,
  to,
  by: 'administrator',
  reason: 'jury',
});
const order = (tier: Tier | null): Fact => ({
  kind: 'override',
  id: 'order',
  v: 2,
  tier,
  at: 0,
  by: 'administrator',
});
const seat = (tier: Tier): Stretch => ({ tier, why: 'seat', from: 0, to: LATER, seats: 1, team: 'Blue' });
const paid: Fact = {
  kind: 'paid',
  id: 'l',
  v: 1,
  sub: 's',
  invoice: 'i',
  number: null,
  tier: 'premium',
  seats: 1,
  from: 0,
  to: LATER,
  amount: 1999,
  currency: 'eur',
  at: 0,
};

/** The tier right after a choice, and the one after all that is held for a while has ended. */
function chosen(facts: readonly Fact[], tier: Tier, { isFree = false, seats = [] as Stretch[] } = {}) {
  const written = choiceFacts(facts, { tier, at: AT, isFree, policy: POLICY, seats });
  const all = [...facts, ...written.map((fact) => ({ ...fact, v: 9 }) as Fact)];
  return [AT, LATER + POLICY.grace].map((time) => entitlement(all, time, POLICY, seats).tier);
}

test.for([
  ['nothing', [], 'free'],
  ['a gift for a while', [grant('g', 'premium', LATER)], 'free'],
  ['a paid month', [paid], 'free'],
  ['what was chosen before', [grant(CHOSEN, 'basic', null), paid], 'basic'],
  ['a gift without an end', [grant('g', 'premium', null), grant(CHOSEN, 'basic', null)], 'premium'],
  ['a gift that starts later', [grant('g', 'premium', null, AT + 1)], 'free'],
  ['an order over a gift', [grant('g', 'premium', null), order('basic')], 'basic'],
  ['an order for good', [order('premium')], 'premium'],
  ['an order that was lifted', [grant(CHOSEN, 'basic', null), order(null)], 'basic'],
] as const)('%s gives for good', ([, facts, tier]) => {
  expect(lastingTier(facts, AT)).toBe(tier);
});

test('where plans are free to choose, the choice holds at once and alone', () => {
  for (const tier of TIERS)
    expect(
      chosen([grant('g', 'premium', LATER), grant('h', 'basic', null), order('basic')], tier, {
        isFree: true,
      }),
    ).toEqual([tier, tier]);
});

test('elsewhere a choice ends what is higher, and takes no seat and no payment', () => {
  expect(chosen([grant('g', 'premium', LATER)], 'free')).toEqual(['free', 'free']);
  expect(chosen([grant('g', 'premium', LATER), grant(CHOSEN, 'basic', null)], 'basic')).toEqual([
    'basic',
    'basic',
  ]);
  expect(chosen([grant('g', 'premium', null), grant(CHOSEN, 'premium', null)], 'basic')).toEqual([
    'basic',
    'basic',
  ]);
  expect(chosen([grant('g', 'basic', null), grant(CHOSEN, 'premium', null)], 'basic')).toEqual([
    'basic',
    'basic',
  ]);
  expect(chosen([], 'free', { seats: [seat('premium')] })).toEqual(['premium', 'free']);
  expect(chosen([paid], 'free')).toEqual(['premium', 'free']);
});

test('what the school gave for good is not made a choice that outlives it', () => {
  const input = { tier: 'premium' as const, at: AT, isFree: false, policy: POLICY, seats: [] };
  expect(choiceFacts([grant('g', 'premium', null)], input)).toEqual([]);
  expect(choiceFacts([order('premium')], input)).toEqual([]);
});

test('an order that keeps an account low is not lifted by its own choice', () => {
  const seats = [seat('premium')];
  expect(chosen([order('free')], 'free', { seats })).toEqual(['free', 'free']);
  expect(chosen([order('free'), grant('g', 'premium', null)], 'free')).toEqual(['free', 'free']);
  expect(chosen([order('basic')], 'basic', { seats })).toEqual(['basic', 'basic']);
  // Without the order the seat would bring more than the order allows.
  expect(chosen([order('basic')], 'free', { seats })).toEqual(['basic', 'basic']);
  expect(chosen([order('basic'), paid], 'free')).toEqual(['basic', 'basic']);
});

test('an order that only gives can be given up', () => {
  expect(chosen([order('premium')], 'free')).toEqual(['free', 'free']);
  expect(chosen([order('premium'), grant('g', 'premium', LATER)], 'basic')).toEqual(['basic', 'basic']);
  expect(chosen([order('premium')], 'free', { seats: [seat('basic')] })).toEqual(['basic', 'free']);
});
