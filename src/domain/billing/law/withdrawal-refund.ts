import { invoicesOf } from '../describe.ts';
import type { Fact, PaidFact, Seconds } from '../facts.ts';
import { newestFacts } from '../newest-facts.ts';

export const REFUND_MODES = ['whole', 'pro-rata'] as const;
/** `whole`: all that was paid. `pro-rata`: without the share of the time that has passed. */
export type RefundMode = (typeof REFUND_MODES)[number];

/** How much of an invoice must have gone back in the end, in the smallest unit of its currency. */
export interface RefundTarget {
  readonly invoice: string;
  readonly refunded: number;
}

/**
 * What goes back when a contract ends at a moment. Targets, not steps: whoever carries them out twice pays once, and never
 * more than was charged. What went back before counts, and what was used is taken from a credit first.
 */
export function refundTargets(
  facts: readonly Fact[],
  sub: string,
  at: Seconds,
  mode: RefundMode,
): RefundTarget[] {
  const lines = newestFacts(facts).filter((fact): fact is PaidFact => fact.kind === 'paid');
  return invoicesOf(facts).flatMap(({ amount, id, refunded }) => {
    const all = lines.filter(({ invoice }) => invoice === id);
    const own = all.filter((line) => line.sub === sub);
    if (own.length === 0) return [];
    const kept = mode === 'whole' ? 0 : Math.max(0, sum(own.map((line) => usedOf(line, at))));
    const total = sum(all.map((line) => line.amount));
    const target = Math.max(0, Math.min(amount, total - kept));
    return target > refunded ? [{ invoice: id, refunded: target }] : [];
  });
}

/** What is still to be paid back for targets. */
export function refundDue(facts: readonly Fact[], targets: readonly RefundTarget[]): number {
  const invoices = invoicesOf(facts);
  return sum(
    targets.map(({ invoice, refunded }) => {
      const known = invoices.find(({ id }) => id === invoice);
      return Math.max(0, refunded - (known?.refunded ?? 0));
    }),
  );
}

/** The share of a line that was used, to whole units in favor of whoever paid; a credit is used up like what it credits. */
function usedOf({ amount, from, to }: PaidFact, at: Seconds): number {
  if (to <= from) return amount;
  const share = Math.min(1, Math.max(0, (at - from) / (to - from)));
  return Math.floor(amount * share);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
