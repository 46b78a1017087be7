import { type Tier, tierReaches } from '../../tiers.ts';
import type { Fact, GrantFact, OverrideFact, Seconds } from '../facts.ts';
import { newestFacts } from '../newest-facts.ts';

/** The grant of what a person chose for nothing, or held before there were facts; one at a time. */
export const CHOSEN = 'chosen';

export type Order = OverrideFact & { readonly tier: Tier };

/** The tier that an administrator set and that stands over everything else; undefined: none does. */
export function orderInForce(facts: readonly Fact[]): Order | undefined {
  return newestFacts(facts).find((fact): fact is Order => fact.kind === 'override' && fact.tier !== null);
}

export function grantsOf(facts: readonly Fact[]): GrantFact[] {
  return newestFacts(facts).filter((fact): fact is GrantFact => fact.kind === 'grant');
}

/** The tier that an account was given without an end: what an administrator set, else the highest of its open-ended grants. */
export function lastingTier(facts: readonly Fact[], now: Seconds): Tier {
  const order = orderInForce(facts);
  if (order) return order.tier;
  return grantsOf(facts)
    .filter(({ from, to }) => to === null && from <= now)
    .reduce<Tier>((best, { tier }) => (tierReaches(best, tier) ? best : tier), 'free');
}
