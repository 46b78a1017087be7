import fc from 'fast-check';
import { balancesOf } from '#domain/billing/balances';
import { entitlement, nextTier, POLICY } from '#domain/billing/entitlement';
import type { Fact, FactKind, PaidFact } from '#domain/billing/facts';
import { TIERS, type Tier } from '#domain/tiers';
import { ANY_FACT, anyFacts, anyMoment, anyTier, DAY } from './any-fact.ts';

/** What is computed from facts; a mutant computes one of it in another way. */
export interface Rules {
  readonly entitlement: typeof entitlement;
  readonly nextTier: typeof nextTier;
  readonly balancesOf: typeof balancesOf;
}
export const RULES: Rules = { entitlement, nextTier, balancesOf };

/** What must hold for all facts. Throws with the smallest facts for which it does not. */
export interface Invariant {
  readonly name: string;
  check(rules: Rules, numRuns: number): void;
}

const rank = (tier: Tier) => TIERS.indexOf(tier);
/** Kinds that give a tier without money, or over it. */
const GIVEN: readonly FactKind[] = ['grant', 'override'];
const BILLED = (Object.keys(ANY_FACT) as FactKind[]).filter((kind) => !GIVEN.includes(kind));
const anyPart = fc.double({ min: 0, max: 1, noNaN: true });

function demand(holds: boolean, ...why: readonly unknown[]): void {
  if (!holds) throw new Error(JSON.stringify(why));
}
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** A month that is paid, undisputed and of a subscription and an invoice of its own. */
function paidMonth(from: number, days: number, tier: Tier): PaidFact {
  const to = from + days * DAY;
  return {
    kind: 'paid',
    id: 'new',
    v: 1,
    sub: 's9',
    invoice: 'i9',
    number: null,
    tier,
    seats: 1,
    from,
    to,
    amount: 1999,
    currency: 'eur',
    at: from,
  };
}

/** When the last thing that was paid or tried ends. */
function lastEnd(facts: readonly Fact[]): number {
  const ends = facts.map((fact) =>
    fact.kind === 'paid' ? fact.to : fact.kind === 'subscription' ? (fact.trialTo ?? 0) : 0,
  );
  return Math.max(0, ...ends);
}

export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'I1: facts in any order, each given any number of times, give the same tier, end and sums',
    check({ balancesOf: sums, entitlement: now, nextTier: next }, numRuns) {
      const mixed = anyFacts().chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length })),
      );
      const property = fc.property(mixed, anyMoment, ([all, some], at) => {
        const doubled = [...some, ...all].reverse();
        demand(same(now(doubled, at, POLICY), now(all, at, POLICY)), 'tier');
        demand(same(next(doubled, at, POLICY), next(all, at, POLICY)), 'end');
        demand(same([...sums(doubled)].sort(), [...sums(all)].sort()), 'sums');
      });
      fc.assert(property, { numRuns });
    },
  },
  {
    name: 'I2: the tier is never lower than what is paid, while nobody took it back',
    check(rules, numRuns) {
      const property = fc.property(
        anyFacts(),
        anyMoment,
        fc.integer({ min: 1, max: 60 }),
        anyTier,
        (all, from, days, bought) => {
          const calm = all.filter(({ kind }) => kind !== 'override');
          const paid = paidMonth(from, days, bought);
          for (const time of [from, paid.to - 1])
            demand(rank(rules.entitlement([...calm, paid], time, POLICY).tier) >= rank(bought), time);
        },
      );
      fc.assert(property, { numRuns });
    },
  },
  {
    name: 'I2: what is paid holds whatever becomes of its subscription',
    check(rules, numRuns) {
      const property = fc.property(ANY_FACT.subscription, anyMoment, anyTier, (of, from, tier) => {
        const paid = paidMonth(from, 30, tier);
        const sub = { ...of, id: paid.sub };
        demand(rank(rules.entitlement([paid, sub], paid.to - 1, POLICY).tier) >= rank(tier));
      });
      fc.assert(property, { numRuns });
    },
  },
  {
    name: 'I3: after the last end and its grace, without a gift or an order, the tier is free',
    check(rules, numRuns) {
      const property = fc.property(anyFacts(BILLED), (all) =>
        demand(rules.entitlement(all, lastEnd(all) + POLICY.grace, POLICY).tier === 'free'),
      );
      fc.assert(property, { numRuns });
    },
  },
  {
    name: 'I3: whole money back, or a dispute that is not won, leaves nothing of what it is about',
    check(rules, numRuns) {
      const taken = fc.oneof(
        ANY_FACT.refund.map((fact) => ({ ...fact, whole: true, done: true })),
        ANY_FACT.dispute.filter(({ state }) => state !== 'won'),
      );
      const property = fc.property(taken, anyMoment, anyPart, (fact, from, part) => {
        const paid = { ...paidMonth(from, 30, 'premium'), invoice: fact.invoice };
        const at = from + Math.floor((paid.to - 1 - from) * part);
        demand(rules.entitlement([paid, { ...fact, at }], at, POLICY).tier === 'free');
        if (at > from) demand(rules.entitlement([paid, { ...fact, at }], at - 1, POLICY).tier === 'premium');
      });
      fc.assert(property, { numRuns });
    },
  },
  {
    name: 'I7: the sum is that of what was paid less what went back, in integers',
    check(rules, numRuns) {
      const property = fc.property(anyFacts(BILLED), (all) => {
        const subjects = new Map(all.map((fact) => [`${fact.kind} ${fact.id}`, { ...fact, v: 1 }]));
        let sum = 0;
        for (const fact of subjects.values()) {
          if (fact.kind === 'paid') sum += fact.amount;
          if (fact.kind === 'refund' && fact.done) sum -= fact.amount;
        }
        demand((rules.balancesOf([...subjects.values()] as Fact[]).get('eur') ?? 0) === sum);
      });
      fc.assert(property, { numRuns });
    },
  },
  {
    name: 'I8: what the page promises is kept: the tier is never lower before the day it names',
    check(rules, numRuns) {
      const property = fc.property(anyFacts(), anyMoment, anyPart, (all, now, part) => {
        const { tier: mine, until } = rules.entitlement(all, now, POLICY);
        if (until === null || all.some(({ kind }) => kind === 'override')) return;
        for (const time of [Math.min(until - 1, now + Math.floor((until - now) * part)), until - 1])
          demand(rank(rules.entitlement(all, time, POLICY).tier) >= rank(mine), time);
      });
      fc.assert(property, { numRuns });
    },
  },
  {
    name: 'I8: the tier changes at the moment that is named, to the one that is named, and not before',
    check(rules, numRuns) {
      const property = fc.property(anyFacts(), anyMoment, anyPart, (all, now, part) => {
        const { tier: mine } = rules.entitlement(all, now, POLICY);
        const next = rules.nextTier(all, now, POLICY);
        const last = (next?.at ?? now + 1000 * DAY) - 1;
        for (const time of [now + Math.floor((last - now) * part), last])
          demand(rules.entitlement(all, time, POLICY).tier === mine, time);
        if (!next) return;
        demand(rules.entitlement(all, next.at, POLICY).tier === next.tier && next.tier !== mine);
      });
      fc.assert(property, { numRuns });
    },
  },
];
