import { canRefund } from '#domain/billing/bank/bank-transfer';
import { insertRefund, selectPaid } from '#server/areas/billing/bank/bank-sql';
import { learnTransfers } from '#server/areas/billing/bank/learn-transfers';
import { holdAccount, selectAccount } from '#server/areas/billing/ledger/ledger-sql';
import { dateOf, secondsOf } from '#server/areas/billing/ledger/seconds';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';

interface Refund {
  readonly id: string;
  readonly invoice: string;
  readonly transfer: string;
  /** Null: all that is left. */
  readonly amount: number | null;
  readonly reason: string;
}

/** Notes that money of a bank transfer was sent back; all of it ends the plan at once. Fails with INVOICE_NOT_FOUND. */
export async function refundTransfer(
  services: Services,
  caller: Caller,
  { amount, id, invoice, reason, transfer }: Refund,
): Promise<void> {
  await services.db.transaction(async (trx) => {
    const known = await selectAccount(trx, id);
    const account = known && (await holdAccount(trx, known.id));
    const paid = account && (await selectPaid(trx, account.id)).find((one) => one.id === transfer);
    const left = paid ? canRefund(paid) : 0;
    if (!account || left === 0 || (amount ?? left) > left) throw new Failure('INVOICE_NOT_FOUND');
    const at = dateOf(secondsOf(services.clock.now()));
    await insertRefund(trx, { transfer_id: transfer, amount: amount ?? left, at });
    await learnTransfers(trx, services, account);
    await recordAudit(trx, caller, {
      action: 'billing.refund',
      entity: 'user',
      entityId: id,
      after: { invoice, amount, reason },
    });
  });
}
