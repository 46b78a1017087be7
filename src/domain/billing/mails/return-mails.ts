import { NEWS, type PlannedMail } from './billing-mail.ts';
import type { BillingRecord } from './billing-record.ts';

/** What is mailed of money that goes back, or is claimed back by a bank. */
export function returnMails(record: BillingRecord): PlannedMail[] {
  return [...refundMails(record), ...disputeMails(record)];
}

/** The line of an invoice that holds longest. */
function lineOf({ lines }: BillingRecord, invoice: string) {
  return lines.findLast((line) => line.invoice === invoice && line.amount >= 0);
}

function refundMails(record: BillingRecord): PlannedMail[] {
  return record.refunds.map(({ amount, at, currency, id, invoice, whole }) => {
    const line = lineOf(record, invoice);
    return {
      kind: 'refund',
      subject: id,
      date: at,
      from: at,
      until: at + NEWS,
      words: {
        amount,
        currency,
        number: line?.number ?? null,
        ends: whole && line !== undefined && line.to > at,
      },
    };
  });
}

/** A dispute of time that is over already takes nothing away. */
function disputeMails(record: BillingRecord): PlannedMail[] {
  return record.disputes.flatMap(({ at, id, invoice, state }): PlannedMail[] => {
    const line = lineOf(record, invoice);
    if (!line || line.to <= at) return [];
    const about = { subject: id, date: at, words: { tier: line.tier } };
    if (state === 'open') return [{ ...about, kind: 'dispute', from: at, until: at + NEWS }];
    const wasNotified = record.sent.some(({ kind, subject }) => kind === 'dispute' && subject === id);
    return state === 'won' && wasNotified
      ? [{ ...about, kind: 'dispute-won', from: at, until: line.to }]
      : [];
  });
}
