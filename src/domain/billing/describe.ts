import { transferOfInvoice } from './bank/bank-transfer.ts';
import { entitlement, graceAt, type Policy } from './entitlement.ts';
import type { Fact, PaidFact, RefundFact, Seconds, SubscriptionFact } from './facts.ts';
import { liveSubscription } from './live-subscription.ts';
import { newestFacts } from './newest-facts.ts';
import { takenBackFrom } from './stretches.ts';

export const BILLING_STATES = ['none', 'trialing', 'running', 'overdue', 'ending', 'stopped'] as const;
export type BillingState = (typeof BILLING_STATES)[number];

/** In which state a subscription is shown: derived, never stored. */
export function stateOf(facts: readonly Fact[], now: Seconds, policy: Policy): BillingState {
  const live = liveSubscription(facts);
  if (!live) return facts.some(({ kind }) => kind === 'subscription') ? 'stopped' : 'none';
  if (live.endsAt !== null) return accessEnds(facts, live, policy).at > now ? 'ending' : 'stopped';
  return live.state === 'stopped' ? 'none' : live.state;
}

/**
 * Until when the card must be updated to keep what was bought: to the end of the grace, which ends early when what it follows
 * is taken back. Null: nothing is overdue.
 */
export function payBy(facts: readonly Fact[], sub: SubscriptionFact, policy: Policy): Seconds | null {
  const end = sub.state === 'overdue' ? paidTo(facts, sub) : null;
  if (end === null) return null;
  return Math.min(end + graceAt(policy, end), takenBackFrom(facts, sub) ?? Number.POSITIVE_INFINITY);
}

export interface AccessEnd {
  readonly at: Seconds;
  /** When instead, if the payment that failed still goes through; null: none failed. */
  readonly ifPaid: Seconds | null;
}

/** When access ends for whoever cancels, or has canceled: with the period, or with the grace if nobody pays for the period. */
export function accessEnds(facts: readonly Fact[], sub: SubscriptionFact, policy: Policy): AccessEnd {
  const end = sub.endsAt ?? sub.periodEnd;
  const unpaid = payBy(facts, sub, policy);
  return unpaid !== null && unpaid < end ? { at: unpaid, ifPaid: end } : { at: end, ifPaid: null };
}

/** Until when a subscription is paid or tried; null: never yet. */
export function paidTo(facts: readonly Fact[], sub: SubscriptionFact): Seconds | null {
  const ends = linesOf(facts).flatMap((line) => (line.sub === sub.id ? [line.to] : []));
  return Math.max(0, ...ends, sub.trialTo ?? 0) || null;
}

export interface Invoice {
  readonly id: string;
  readonly number: string | null;
  readonly at: Seconds;
  /** What was charged, of which all can go back: less than its lines where a credit at the provider paid a part. */
  readonly amount: number;
  readonly refunded: number;
  readonly currency: string;
}

/** What was paid, newest first; of one second, what the ledger knew last. */
export function invoicesOf(facts: readonly Fact[]): Invoice[] {
  const refunds = newestFacts(facts).filter(
    (fact): fact is RefundFact => fact.kind === 'refund' && fact.done,
  );
  return [...Map.groupBy(linesOf(facts), ({ invoice }) => invoice)]
    .flatMap(([id, lines]) => {
      const [first] = lines;
      if (!first) return [];
      const { at, currency, number } = first;
      const amount = Math.min(sum(lines), ...lines.flatMap(({ charged }) => charged ?? []));
      const refunded = sum(refunds.filter(({ invoice }) => invoice === id));
      return [{ id, number, at, amount, refunded, currency }];
    })
    .toReversed()
    .sort((a, b) => b.at - a.at);
}

/** In which currency a provider charges a customer: it takes one only, and a bank transfer binds nobody. Null: in any. */
export function boundCurrency(facts: readonly Fact[]): string | null {
  const charged = linesOf(facts).find(({ invoice }) => transferOfInvoice(invoice) === null);
  return charged?.currency ?? null;
}

export type ChangeKind = 'upgrade' | 'downgrade' | 'schedule' | 'switch' | 'none';

interface Wanted {
  readonly price: string;
  readonly interval: 'month' | 'year';
  readonly tier: PaidFact['tier'];
}

/**
 * How a subscription changes to a price: at once, when its tier is not paid for yet; with the next period, when it is; to
 * another interval at the end of the running one, unless it is a year that begins at once. In a trial nothing is paid: a
 * dearer tier ends it, any other price is taken at once and the trial goes on.
 */
export function changeKind(
  facts: readonly Fact[],
  sub: SubscriptionFact,
  wanted: Wanted,
  reaches: (held: PaidFact['tier'], needed: PaidFact['tier']) => boolean,
): ChangeKind {
  if (wanted.price === (sub.scheduled ?? sub).price) return 'none';
  const isHigher = !reaches(sub.tier, wanted.tier);
  if (sub.state === 'trialing') return isHigher ? 'upgrade' : 'switch';
  if (wanted.interval !== sub.interval)
    return wanted.interval === 'year' && (isHigher || wanted.tier === sub.tier) ? 'upgrade' : 'schedule';
  const isPaid = linesOf(facts).some(
    (line) =>
      line.sub === sub.id && line.amount >= 0 && line.to >= sub.periodEnd && reaches(line.tier, wanted.tier),
  );
  return isPaid || !isHigher ? 'downgrade' : 'upgrade';
}

/** Whether what was bought is there: a subscription lives, and its tier is paid or tried. */
export function isBought(facts: readonly Fact[], now: Seconds, policy: Policy): boolean {
  return liveSubscription(facts) !== undefined && entitlement(facts, now, policy).why !== 'none';
}

function linesOf(facts: readonly Fact[]): PaidFact[] {
  return newestFacts(facts).filter((fact): fact is PaidFact => fact.kind === 'paid');
}

function sum(facts: readonly { readonly amount: number }[]): number {
  return facts.reduce((total, { amount }) => total + amount, 0);
}
