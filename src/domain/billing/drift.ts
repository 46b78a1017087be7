import type { Fact, PaidFact, RefundFact, Seen } from './facts.ts';

export interface Drift {
  /** `missing`: the provider does not report it any more. */
  readonly kind: 'changed' | 'missing';
  readonly subject: string;
}

/**
 * Where a provider tells something else of money than it told before: what was paid or refunded is never another amount
 * later. `known` is what was learned of this customer.
 */
export function driftOf(known: readonly Fact[], seen: readonly Seen[]): Drift[] {
  const reported = new Map(seen.map((fact) => [`${fact.kind}:${fact.id}`, fact]));
  return known.flatMap((fact): Drift[] => {
    if (fact.kind !== 'paid' && fact.kind !== 'refund') return [];
    const now = reported.get(`${fact.kind}:${fact.id}`);
    if (!now) return [{ kind: 'missing', subject: fact.id }];
    if (now.kind !== 'paid' && now.kind !== 'refund') return [];
    return moneyOf(now) === moneyOf(fact) ? [] : [{ kind: 'changed', subject: fact.id }];
  });
}

type Money = Omit<PaidFact, 'v'> | Omit<RefundFact, 'v'>;

function moneyOf({ amount, currency, invoice }: Pick<Money, 'amount' | 'currency' | 'invoice'>): string {
  return `${invoice} ${amount} ${currency}`;
}
