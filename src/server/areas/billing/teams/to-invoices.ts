import type { Invoice } from '#contract/invoices';
import { invoicesOf } from '#domain/billing/describe';
import type { Fact } from '#domain/billing/facts';
import { dateOf } from '../ledger/seconds.ts';

/** What was paid for a team, newest first. The provider has a document of each. */
export function toInvoices(facts: readonly Fact[]): Invoice[] {
  return invoicesOf(facts).map(({ at, ...invoice }) => ({
    ...invoice,
    paidAt: dateOf(at).toISOString(),
    hasDocument: true,
  }));
}
