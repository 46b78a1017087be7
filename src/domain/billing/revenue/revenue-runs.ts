import type { Tier } from '../../tiers.ts';
import { transferOfInvoice } from '../bank/bank-transfer.ts';
import type { Fact, PaidFact, RefundFact, Seconds, SubscriptionFact } from '../facts.ts';
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

/**
 * What the subscriptions and bank transfers of an account bring in, and when. A trial brings in nothing; an overdue payment
 * still counts.
 */
export function revenueRuns(facts: readonly Fact[], prices: SoldPrices): RevenueRun[] {
  const newest = newestFacts(facts);
  const subscriptions = new Map(
    newest
      .filter((fact): fact is SubscriptionFact => fact.kind === 'subscription')
      .map((fact) => [fact.id, fact]),
  );
  // Credits give time back; what the line after them costs says what is brought in from then on.
  const paid = newest.filter((fact): fact is PaidFact => fact.kind === 'paid' && listAmount(fact) > 0);
  const transfers = paid.filter(({ invoice }) => transferOfInvoice(invoice) !== null);
  const charged = paid.filter(({ invoice }) => transferOfInvoice(invoice) === null);
  const lines = Map.groupBy(charged, ({ sub }) => sub);
  return [
    ...[...lines].flatMap(([sub, own]) => runsOf(own, subscriptions.get(sub), prices)),
    ...transfers.flatMap((line) => runOfTransfer(line, newest, prices)),
  ];
}

/** A transfer renews nothing and replaces nothing: it counts for its own days, until all of it goes back. */
function runOfTransfer(line: PaidFact, newest: readonly Fact[], prices: SoldPrices): RevenueRun[] {
  const { currency, from, invoice, tier } = line;
  const returned = newest.filter(
    (fact): fact is RefundFact =>
      fact.kind === 'refund' && fact.invoice === invoice && fact.whole && fact.done,
  );
  const to = Math.min(line.to, ...returned.map(({ at }) => at));
  return to > from ? [{ currency, tier, amount: monthlyAmount(line, line, prices), from, to }] : [];
}

function runsOf(
  lines: readonly PaidFact[],
  subscription: SubscriptionFact | undefined,
  prices: SoldPrices,
): RevenueRun[] {
  const ordered = [...lines].sort((a, b) => a.from - b.from || a.at - b.at || a.v - b.v);
  const end = subscription ? endOf(ordered, subscription) : null;
  let whole: PaidFact | undefined;
  return ordered.flatMap((line, index) => {
    if (isWholePeriod(line, prices)) whole = line;
    const next = ordered[index + 1]?.from ?? null;
    // Where no subscription is known, nothing says that it went on between two payments.
    const stop = subscription ? end : line.to;
    const to = next === null || (stop !== null && stop < next) ? stop : next;
    if (to !== null && to <= line.from) return [];
    const { currency, from, tier } = line;
    return [{ currency, tier, amount: monthlyAmount(line, whole ?? line, prices), from, to }];
  });
}

function endOf(lines: readonly PaidFact[], subscription: SubscriptionFact): Seconds | null {
  const paidTo = Math.max(...lines.map(({ to }) => to));
  return subscription.endsAt ?? (subscription.state === 'stopped' ? paidTo : null);
}

/** What all runs bring in at a moment, in one currency. */
export function recurringAt(runs: readonly RevenueRun[], currency: string, at: Seconds): number {
  return runs
    .filter((run) => run.currency === currency && run.from <= at && (run.to === null || at < run.to))
    .reduce((sum, { amount }) => sum + amount, 0);
}
