import type { Tier } from '../../tiers.ts';
import type { Interval, Seconds, Seen } from '../facts.ts';

/** By what the ledger calls the school's own book of bank transfers. */
export const BANK = 'bank';

export interface BankRefund {
  readonly id: string;
  readonly amount: number;
  readonly at: Seconds;
}

/** What was paid into the school's account, in the smallest unit of its currency. */
export interface PaidTransfer {
  readonly id: string;
  readonly account: string;
  readonly number: string;
  readonly tier: Tier;
  readonly amount: number;
  readonly currency: string;
  readonly paidAt: Seconds;
  readonly from: Seconds;
  readonly to: Seconds;
  /** In the order in which they were made. */
  readonly refunds: readonly BankRefund[];
}

const PREFIX = 'bank_';

/** The invoice of a transfer, as the ledger names it. */
export const invoiceOfTransfer = (id: string): string => `${PREFIX}${id}`;

/** The transfer that an invoice of the ledger is about; null: another provider wrote it. */
export function transferOfInvoice(invoice: string): string | null {
  return invoice.startsWith(PREFIX) ? invoice.slice(PREFIX.length) : null;
}

/** What the book reports to the ledger, as every provider does: what is paid, and what went back. */
export function factsOfTransfer(transfer: PaidTransfer): Seen[] {
  const { account, amount, currency, from, id, number, paidAt, refunds, tier, to } = transfer;
  const invoice = invoiceOfTransfer(id);
  let left = amount;
  return [
    {
      kind: 'paid',
      id: invoice,
      // One for each account: there is no contract that goes on from one transfer to the next.
      sub: `${PREFIX}${account}`,
      invoice,
      number,
      tier,
      seats: 1,
      from,
      to,
      amount,
      currency,
      at: paidAt,
    },
    ...refunds.map((refund): Seen => {
      left -= refund.amount;
      const about = { invoice, amount: refund.amount, currency, at: refund.at };
      return { kind: 'refund', id: `${PREFIX}${refund.id}`, ...about, whole: left <= 0, done: true };
    }),
  ];
}

export const canRefund = ({ amount, refunds }: Pick<PaidTransfer, 'amount' | 'refunds'>): number =>
  refunds.reduce((left, refund) => left - refund.amount, amount);

/** The end of a period, in calendar months (UTC): where a month has no such day, on its last one. */
export function periodEnd(from: Date, interval: Interval): Date {
  const months = interval === 'year' ? 12 : 1;
  const end = new Date(from);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const days = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(from.getUTCDate(), days));
  return end;
}
