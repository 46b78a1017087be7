import { transferOfInvoice } from '../bank/bank-transfer.ts';
import type { Fact, NewFact, PaidFact, Seconds, SubscriptionFact } from '../facts.ts';
import { CHOSEN, type Order, orderInForce } from './given.ts';

type Bought = Omit<PaidFact, 'v'> | Omit<SubscriptionFact, 'v'>;

/**
 * The order of an administrator that something newly bought ends: it was ordered before, and would stand over what is now
 * paid for. A renewal ends none. Undefined: there is no such order.
 */
export function orderBoughtOver(
  known: readonly Fact[],
  fresh: readonly NewFact[],
  now: Seconds,
): Order | undefined {
  const order = orderInForce(known);
  if (!order) return undefined;
  const before = new Set(known.flatMap((fact) => (isBought(fact) ? [contractOf(fact)] : [])));
  const isNew = (fact: Bought) => !before.has(contractOf(fact)) && boughtAt(fact) >= order.at;
  return fresh.some((fact) => isBought(fact) && isNew(fact) && !isOver(fact, now)) ? order : undefined;
}

/** What was ordered stays as a gift, but no longer stands over anything. */
export function liftingFacts({ by, id, tier }: Order, at: Seconds): NewFact[] {
  return [
    { kind: 'grant', id: CHOSEN, tier, from: at, to: null, by, reason: 'ordered' },
    { kind: 'override', id, tier: null, at, by: 'member' },
  ];
}

function isBought(fact: NewFact): fact is Bought {
  return fact.kind === 'paid' ? fact.amount > 0 : fact.kind === 'subscription' && fact.state !== 'stopped';
}

/** Each bank transfer is a contract of its own; all of an account's share one subscription. */
function contractOf(fact: Bought): string {
  if (fact.kind === 'subscription') return fact.id;
  return transferOfInvoice(fact.invoice) === null ? fact.sub : fact.invoice;
}

const boughtAt = (fact: Bought): Seconds => (fact.kind === 'paid' ? fact.at : fact.startedAt);
const isOver = (fact: Bought, now: Seconds): boolean => fact.kind === 'paid' && fact.to <= now;
