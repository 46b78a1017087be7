import { type Tier, tierReaches } from '../../tiers.ts';
import { entitlement, type Policy } from '../entitlement.ts';
import type { Fact, NewFact, Seconds } from '../facts.ts';
import type { Stretch } from '../stretches.ts';
import { CHOSEN, grantsOf, type Order, orderInForce } from './given.ts';

interface Choice {
  readonly tier: Tier;
  readonly at: Seconds;
  /** Whether members may pick any plan for nothing. */
  readonly isFree: boolean;
  readonly policy: Policy;
  readonly seats: readonly Stretch[];
}

/**
 * What a person's choice of a tier writes down. Where plans are free to choose it holds at once and alone: gifts and orders
 * end with it. Elsewhere it only ends what is higher, and an order that keeps the account lower stays.
 */
export function choiceFacts(facts: readonly Fact[], choice: Choice): NewFact[] {
  const order = orderInForce(facts);
  const written = [...liftingOf(order, choice), ...endingsOf(facts, choice), ...chosenBy(facts, choice)];
  return order && !choice.isFree && isRestriction(order, facts, written, choice) ? [] : written;
}

/** Whether an order keeps the account at the tier that is chosen, or below what would be there without it. */
function isRestriction(
  order: Order,
  facts: readonly Fact[],
  written: readonly NewFact[],
  { at, policy, seats, tier }: Choice,
): boolean {
  if (tierReaches(tier, order.tier)) return true;
  const v = Math.max(...facts.map((fact) => fact.v)) + 1;
  const after = [...facts, ...written.map((fact) => ({ ...fact, v }) as Fact)];
  return !tierReaches(order.tier, entitlement(after, at, policy, seats).tier);
}

function liftingOf(order: Order | undefined, { at }: Choice): NewFact[] {
  return order ? [{ kind: 'override', id: order.id, tier: null, at, by: 'member' }] : [];
}

function endingsOf(facts: readonly Fact[], { at, isFree, tier }: Choice): NewFact[] {
  return grantsOf(facts)
    .filter(({ id, to }) => id !== CHOSEN && (to === null || to > at))
    .filter((grant) => isFree || !tierReaches(tier, grant.tier))
    .map(({ v: _, ...grant }) => ({ ...grant, to: Math.max(at, grant.from) }));
}

/** Chosen once more, it holds since it was chosen first; what the school gave for good needs no choice of one's own. */
function chosenBy(facts: readonly Fact[], { at, isFree, tier }: Choice): NewFact[] {
  const lasting = grantsOf(facts).filter(({ from, to }) => to === null && from <= at);
  const before = lasting.find(({ id }) => id === CHOSEN);
  const isGiven = !isFree && lasting.some((grant) => grant.id !== CHOSEN && grant.tier === tier);
  const isLowered = before !== undefined && !tierReaches(tier, before.tier);
  if (before?.tier === tier || (isGiven && !isLowered)) return [];
  return [{ kind: 'grant', id: CHOSEN, tier, from: at, to: null, by: 'member', reason: 'chosen' }];
}
