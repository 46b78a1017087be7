import { TIERS } from '../../tiers.ts';
import { graceAt } from '../entitlement.ts';
import type { PaidFact } from '../facts.ts';
import { NEWS, type PlannedMail, type ReceiptChange } from './billing-mail.ts';
import { type BillingRecord, priceAt } from './billing-record.ts';

/** One receipt for each invoice that was paid; it also says when the payment changed or saved the plan. */
export function invoiceMails(record: BillingRecord): PlannedMail[] {
  const invoices = Map.groupBy(record.lines, ({ invoice }) => invoice);
  return [...invoices.values()].flatMap((lines) => {
    const main = lines.findLast(({ amount }) => amount >= 0);
    if (!main || isOfTrial(record, lines) || isReturned(record, main)) return [];
    const amount = main.charged ?? lines.reduce((sum, line) => sum + line.amount, 0);
    if (amount < 0) return [];
    const { at, currency, from, invoice, number, seats, tier, to } = main;
    const change = changeOf(record, lines, main);
    return [
      {
        kind: 'receipt' as const,
        subject: invoice,
        // An invoice is paid once; by a later answer its time may be another second.
        date: 0,
        from: at,
        until: at + NEWS,
        words: {
          change,
          tier,
          seats,
          amount,
          currency,
          number,
          from,
          to,
          next: nextOf(record, main, amount, change),
        },
      },
    ];
  });
}

/** A trial begins with an invoice of nothing, which is no payment. */
function isOfTrial({ histories }: BillingRecord, lines: readonly PaidFact[]): boolean {
  return lines.every(({ amount, sub, to }) => {
    const trialTo = histories.find(({ newest }) => newest.id === sub)?.newest.trialTo ?? null;
    return amount === 0 && trialTo !== null && to <= trialTo;
  });
}

function isReturned({ refunds }: BillingRecord, { invoice }: PaidFact): boolean {
  return refunds.some((refund) => refund.invoice === invoice && refund.whole);
}

function changeOf(record: BillingRecord, lines: readonly PaidFact[], main: PaidFact): ReceiptChange {
  const returned = lines.filter(({ amount }) => amount < 0);
  if (returned.some(({ seats }) => seats !== main.seats)) return 'seats';
  if (returned.length > 0) return 'upgraded';
  const payBy = main.from + graceAt(record.policy, main.from);
  const failed = record.sent.some(
    ({ date, kind, subject }) => kind === 'failed' && date === payBy && subject.startsWith(`${main.sub}/`),
  );
  if (failed) return 'recovered';
  const before = record.lines.findLast(
    ({ amount, from, invoice, sub }) =>
      sub === main.sub && amount >= 0 && invoice !== main.invoice && from < main.from,
  );
  return before && TIERS.indexOf(before.tier) > TIERS.indexOf(main.tier) ? 'downgraded' : 'none';
}

function nextOf({ histories }: BillingRecord, main: PaidFact, amount: number, change: ReceiptChange) {
  const sub = histories.find(({ newest }) => newest.id === main.sub)?.newest;
  if (!sub || sub.state === 'stopped' || sub.endsAt !== null) return null;
  const at = Math.max(sub.periodEnd, main.to);
  const price = priceAt(sub, at);
  // A discount may end before the next charge: what can't be known is not promised.
  const isKnown = change === 'upgraded' || change === 'seats' || priceAt(sub, 0).amount === amount;
  return { at, price: isKnown ? price : null };
}
