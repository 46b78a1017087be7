import type { Transaction } from 'kysely';
import { invoicesOf } from '#domain/billing/describe';
import {
  closeCommand,
  isBeingRefunded,
  selectDoubtfulRefund,
} from '#server/areas/billing/commands/command-sql';
import { giveCommand } from '#server/areas/billing/commands/give-command';
import { holdAccount, selectFacts } from '#server/areas/billing/ledger/ledger-sql';
import type { Customer } from '#server/areas/billing/looks/look-sql';
import { lookAfter, lookNow } from '#server/areas/billing/member/own';
import { paymentsOf } from '#server/areas/billing/payments-of';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
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

interface Payer {
  readonly accountId: string;
  /** Who paid the invoice. */
  readonly customer: Customer;
  /** Whose money it is, for the audit log. */
  readonly entity: 'user' | 'team';
  readonly entityId: string;
}

/**
 * Pays an invoice of an account back through the provider. The same refund whose answer never came is not given a second
 * time. Fails with INVOICE_NOT_FOUND, also for more than is left of it, and with STATE_CHANGED when something was paid back
 * since it was shown.
 */
export async function refundPaid(
  services: Services,
  caller: Caller,
  { accountId, customer, entity, entityId }: Payer,
  { amount, invoice, reason, refunded }: RefundOrder,
): Promise<void> {
  const payments = paymentsOf(services);
  const { kysely } = services.db;
  const doubtful = await selectDoubtfulRefund(kysely, { accountId, invoice, amount });
  if (doubtful) await lookNow(services, customer);
  const find = async (db: Reader) =>
    invoicesOf(await selectFacts(db, accountId)).find((one) => one.id === invoice);
  const paid = await find(kysely);
  if (!paid) throw new Failure('INVOICE_NOT_FOUND');
  if (doubtful && paid.refunded >= doubtful.refunded + (amount ?? paid.amount - doubtful.refunded)) {
    await closeCommand(kysely, doubtful.id, services.clock.now(), null);
    return;
  }
  if ((refunded ?? paid.refunded) !== paid.refunded) throw new Failure('STATE_CHANGED');
  if ((amount ?? 1) > paid.amount - paid.refunded) throw new Failure('INVOICE_NOT_FOUND');
  const command = {
    accountId,
    provider: payments.name,
    kind: 'refund',
    args: { invoice, amount, refunded: paid.refunded },
    resumes: 'same-key' as const,
    audit: { action: 'billing.refund', entity, entityId, after: { invoice, amount, reason } },
    // Under the account's lock: another administrator may refund the same invoice at the same moment.
    also: async (trx: Transaction<DB>, now: Date) => {
      await holdAccount(trx, accountId);
      const isChanged = (await find(trx))?.refunded !== paid.refunded;
      if (isChanged || (await isBeingRefunded(trx, { accountId, invoice }, now)))
        throw new Failure('STATE_CHANGED');
    },
  };
  await giveCommand(services, caller, command, async (key) => {
    await payments.refund({ key, customer: customer.customer, invoice, amount });
    // Before the command is closed: until then nobody else refunds the invoice.
    await lookAfter(services, customer);
  });
}
