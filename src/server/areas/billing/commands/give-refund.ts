import type { Transaction } from 'kysely';
import { invoicesOf } from '#domain/billing/describe';
import type { AuditEntry } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { holdAccount, selectFacts } from '../ledger/ledger-sql.ts';
import type { Customer } from '../looks/look-sql.ts';
import { lookAfter } from '../member/own.ts';
import { paymentsOf } from '../payments-of.ts';
import { giveCommand } from './give-command.ts';
import { type GivenRefund, selectRefunds, settleRefunds } from './refund-sql.ts';

export interface Refund {
  readonly accountId: string;
  /** Who paid the invoice. */
  readonly customer: Customer;
  readonly invoice: string;
  /** In the smallest unit; null: all that is left. */
  readonly amount: number | null;
  /** What the provider has just shown as paid back. */
  readonly refunded: number;
  /** What the ledger has of that, where a price in no plan keeps it from being written down; left out: all. */
  readonly recorded?: number;
  /** The refunds of the invoice as they were before that look. */
  readonly given: readonly GivenRefund[];
  /** The withdrawal that asks for it. */
  readonly request?: string;
  readonly audit: AuditEntry;
}

/**
 * Pays an invoice back through the provider, of which nothing else is paid back at the same time. Fails with REFUND_RUNNING,
 * and with STATE_CHANGED when something was paid back since the look.
 */
export async function giveRefund(services: Services, caller: Caller, refund: Refund): Promise<void> {
  const { accountId, amount, audit, customer, invoice, refunded, request } = refund;
  const payments = paymentsOf(services);
  const command = {
    accountId,
    provider: payments.name,
    kind: 'refund',
    args: { invoice, amount, refunded, ...(request !== undefined && { request }) },
    // A withdrawal's is tried by itself, each time after a look: a refusal must not be written down every minute.
    resumes: request === undefined ? ('same-key' as const) : ('new-keys' as const),
    audit,
    demand: (trx: Transaction<DB>, now: Date) => demandUnchanged(trx, refund, now),
  };
  await giveCommand(services, caller, command, async (key) => {
    await payments.refund({ key, customer: customer.customer, invoice, amount });
    // Before the command is closed: until then nobody else refunds the invoice.
    await lookAfter(services, customer);
  });
  await settleRefunds(services.db.kysely, { accountId, invoice });
}

/** Under the account's lock: another process may refund the same invoice at the same moment. */
async function demandUnchanged(trx: Transaction<DB>, refund: Refund, now: Date): Promise<void> {
  const { accountId, given, invoice, recorded = refund.refunded } = refund;
  await holdAccount(trx, accountId);
  const all = await selectRefunds(trx, { accountId, invoice }, now);
  if (all.some((one) => one.isRunning && !isSame(one, refund))) throw new Failure('REFUND_RUNNING');
  // What ended after the look began may be missing in it, and the look after that may have failed.
  const hasEnded = all.some(
    (one) =>
      one.isClosed &&
      !given.some(({ id, isClosed, tries }) => id === one.id && isClosed && tries === one.tries),
  );
  const paid = invoicesOf(await selectFacts(trx, accountId)).find(({ id }) => id === invoice);
  // The ledger may not know the invoice yet, as long as a price is in no plan.
  if (hasEnded || (paid?.refunded ?? 0) !== recorded) throw new Failure('STATE_CHANGED');
}

/** The same refund is given under the same key, and done once. */
function isSame(one: GivenRefund, { amount, refunded, request }: Refund): boolean {
  return request === undefined && one.request === null && one.amount === amount && one.refunded === refunded;
}
