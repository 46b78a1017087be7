import { invoicesOf } from '#domain/billing/describe';
import { newestFacts } from '#domain/billing/newest-facts';
import { closeCommand } from '#server/areas/billing/commands/command-sql';
import { giveRefund } from '#server/areas/billing/commands/give-refund';
import { type GivenRefund, selectRefunds } from '#server/areas/billing/commands/refund-sql';
import { selectFacts } from '#server/areas/billing/ledger/ledger-sql';
import { secondsOf } from '#server/areas/billing/ledger/seconds';
import type { Customer } from '#server/areas/billing/looks/look-sql';
import { lookNow } from '#server/areas/billing/member/own';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';

export interface RefundOrder {
  readonly invoice: string;
  /** In the smallest unit; null: all that is left. */
  readonly amount: number | null;
  /** What the administrator saw as paid back already; left out: it isn't compared. */
  readonly refunded?: number | undefined;
  readonly reason: string;
}

/** The clocks of the provider and the school may differ by as many seconds. */
const CLOCKS_DIFFER = 300;

interface Payer {
  readonly accountId: string;
  /** Who paid the invoice. */
  readonly customer: Customer;
  /** Whose money it is, for the audit log. */
  readonly entity: 'user' | 'team';
  readonly entityId: string;
}

/**
 * Pays an invoice of an account back through the provider, which is asked first what was paid back before. The same refund
 * whose answer never came is not given a second time. Fails with PAYMENTS_AWAY, REFUND_RUNNING, INVOICE_NOT_FOUND, also for
 * more than is left of it, and with STATE_CHANGED when something was paid back since it was shown.
 */
export async function refundPaid(
  services: Services,
  caller: Caller,
  { accountId, customer, entity, entityId }: Payer,
  { amount, invoice, reason, refunded }: RefundOrder,
): Promise<void> {
  const { kysely } = services.db;
  const given = await selectRefunds(kysely, { accountId, invoice }, services.clock.now());
  await lookNow(services, customer);
  const facts = await selectFacts(kysely, accountId);
  const paid = invoicesOf(facts).find(({ id }) => id === invoice);
  if (!paid) throw new Failure('INVOICE_NOT_FOUND');
  const after = (one: GivenRefund) => one.refunded + (one.amount ?? paid.amount - one.refunded);
  const shown = given.filter((one) => one.isDoubtful && paid.refunded >= after(one));
  const lost = shown.find((one) => one.request === null && one.amount === amount);
  // Who has seen it as paid back asks for another one.
  const isAskedAgain = lost !== undefined && (refunded ?? 0) < after(lost);
  // Other money that went back is not that refund.
  const isDone =
    isAskedAgain &&
    newestFacts(facts).some(
      (fact) =>
        fact.kind === 'refund' &&
        fact.done &&
        fact.invoice === invoice &&
        fact.amount === after(lost) - lost.refunded &&
        fact.at >= secondsOf(lost.createdAt) - CLOCKS_DIFFER,
    );
  for (const one of shown)
    if (one.isClosed || (isDone && one === lost)) await closeCommand(kysely, one, services.clock.now(), null);
  if (isDone) return;
  if (isAskedAgain || (refunded ?? paid.refunded) !== paid.refunded) throw new Failure('STATE_CHANGED');
  if ((amount ?? 1) > paid.amount - paid.refunded) throw new Failure('INVOICE_NOT_FOUND');
  await giveRefund(services, caller, {
    accountId,
    customer,
    invoice,
    amount,
    refunded: paid.refunded,
    given,
    audit: { action: 'billing.refund', entity, entityId, after: { invoice, amount, reason } },
  });
}
