import type { Tier } from '../../tiers.ts';
import type { Fact, PaidFact, Seconds, SubscriptionFact } from '../facts.ts';
import { newestFacts } from '../newest-facts.ts';
import { isWholePeriod, listAmount, monthlyAmount, type SoldPrices } from './monthly-amount.ts';

/** A time in which a subscription brings in the same each month; `to` null: it goes on. */
export interface RevenueRun {
  readonly currency: string;
  readonly tier: Tier;
  readonly amount: number;
  readonly from: Seconds;
  readonly to: Seconds | null;
}

/** What the subscriptions of an account bring in, and when. A trial brings in nothing; an overdue payment still counts. */
export function revenueRuns(facts: readonly Fact[], prices: SoldPrices): RevenueRun[] {
  const newest = newestFacts(facts);
  const subscriptions = new Map(
    newest
      .filter((fact): fact is SubscriptionFact => fact.kind === 'subscription')
      .map((fact) => [fact.id, fact]),
  );
  const lines = new Map<string, PaidFact[]>();
  for (const fact of newest) {
    // Credits give time back; what the line after them costs says what is brought in from then on.
    if (fact.kind !== 'paid' || listAmount(fact) <= 0) continue;
    lines.set(fact.sub, [...(lines.get(fact.sub) ?? []), fact]);
  }
  return [...lines].flatMap(([sub, own]) => runsOf(own, subscriptions.get(sub), prices));
}

function runsOf(
  lines: readonly PaidFact[],
  subscription: SubscriptionFact | undefined,
  prices: SoldPrices,
): RevenueRun[] {
  const ordered = [...lines].sort((a, b) => a.from - b.from || a.at - b.at || (a.id < b.id ? -1 : 1));
  const end = endOf(ordered, subscription);
  let whole: PaidFact | undefined;
  return ordered.flatMap((line, index) => {
    if (isWholePeriod(line, prices)) whole = line;
    const next = ordered[index + 1]?.from ?? null;
    const to = next === null || (end !== null && end < next) ? end : next;
    if (to !== null && to <= line.from) return [];
    const { currency, from, tier } = line;
    return [{ currency, tier, amount: monthlyAmount(line, whole ?? line, prices), from, to }];
  });
}

function endOf(lines: readonly PaidFact[], subscription: SubscriptionFact | undefined): Seconds | null {
  const paidTo = Math.max(...lines.map(({ to }) => to));
  if (!subscription) return paidTo;
  return subscription.endsAt ?? (subscription.state === 'stopped' ? paidTo : null);
}

/** What all runs bring in at a moment, in one currency. */
export function recurringAt(runs: readonly RevenueRun[], currency: string, at: Seconds): number {
  return runs
    .filter((run) => run.currency === currency && run.from <= at && (run.to === null || at < run.to))
    .reduce((sum, { amount }) => sum + amount, 0);
}
