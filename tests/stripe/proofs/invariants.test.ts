import { expect, test } from 'vitest';
import { POLICY } from '#domain/billing/entitlement';
import type { Fact } from '#domain/billing/facts';
import { INVARIANTS, RULES, type Rules } from './invariants.ts';

const RUNS = process.env.PROVE ? 10_000 : 1000;
const LONG = process.env.PROVE ? 600_000 : 60_000;

for (const { check, name } of INVARIANTS) test(name, () => check(RULES, RUNS), LONG);

/** The rules over other facts than those that are given. */
function over(change: (facts: readonly Fact[]) => readonly Fact[], grace = POLICY.grace): Rules {
  return {
    entitlement: (facts, now) => RULES.entitlement(change(facts), now, { grace }),
    nextTier: (facts, now) => RULES.nextTier(change(facts), now, { grace }),
    balancesOf: (facts) => RULES.balancesOf(change(facts)),
  };
}
const without = (drop: (fact: Fact) => boolean) => over((facts) => facts.filter((fact) => !drop(fact)));

const MUTANTS: Record<string, Rules> = {
  'grace never ends': over((facts) => facts, 1000 * POLICY.grace),
  'a refund is ignored': without(({ kind }) => kind === 'refund'),
  'a refund that failed counts': over((facts) =>
    facts.map((fact) => (fact.kind === 'refund' ? { ...fact, done: true } : fact)),
  ),
  'a dispute is ignored': without(({ kind }) => kind === 'dispute'),
  'the last one given counts, not the newest': over((facts) => facts.map((fact, v) => ({ ...fact, v }))),
  'each copy counts': over((facts) => facts.map((fact, place) => ({ ...fact, id: `${fact.id} ${place}` }))),
  'the status decides, not what is paid': over((facts) => {
    const running = new Set(
      facts.flatMap((fact) => (fact.kind === 'subscription' && fact.state !== 'stopped' ? [fact.id] : [])),
    );
    return facts.filter((fact) => fact.kind !== 'paid' || running.has(fact.sub));
  }),
  'grace is promised': {
    ...RULES,
    entitlement: (facts, now, policy) => {
      const held = RULES.entitlement(facts, now, policy);
      return { ...held, until: held.until === null ? null : held.until + policy.grace };
    },
  },
  'the next tier is told a second late': {
    ...RULES,
    nextTier: (facts, now, policy) => {
      const next = RULES.nextTier(facts, now, policy);
      return next && { ...next, at: next.at + 1 };
    },
  },
};

test.for(Object.entries(MUTANTS))('rules in which %s break an invariant', ([, rules]) => {
  const broken = INVARIANTS.filter(({ check }) => {
    try {
      check(rules, 1000);
      return false;
    } catch {
      return true;
    }
  });
  expect(broken.map(({ name }) => name)).not.toEqual([]);
});
