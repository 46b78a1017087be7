import type { Fact } from './facts.ts';
import { newestFacts } from './newest-facts.ts';

/** What was paid less what went back, by currency, in its smallest unit. */
export function balancesOf(facts: readonly Fact[]): Map<string, number> {
  const balances = new Map<string, number>();
  const add = (currency: string, amount: number) =>
    balances.set(currency, (balances.get(currency) ?? 0) + amount);
  for (const fact of newestFacts(facts)) {
    if (fact.kind === 'paid') add(fact.currency, fact.amount);
    if (fact.kind === 'refund' && fact.done) add(fact.currency, -fact.amount);
  }
  return balances;
}

export interface Difference {
  readonly currency: string;
  readonly inLedger: number;
  readonly atProvider: number;
}

/** The currencies in which two books disagree; a currency that one of them does not name is 0 there. */
export function differencesOf(
  ledger: ReadonlyMap<string, number>,
  provider: ReadonlyMap<string, number>,
): Difference[] {
  return [...new Set([...ledger.keys(), ...provider.keys()])]
    .sort()
    .map((currency) => ({
      currency,
      inLedger: ledger.get(currency) ?? 0,
      atProvider: provider.get(currency) ?? 0,
    }))
    .filter(({ atProvider, inLedger }) => atProvider !== inLedger);
}
