import { canRefund } from '#domain/billing/bank/bank-transfer';
import { insertRefund, selectPaid } from '#server/areas/billing/bank/bank-sql';
import { learnTransfers } from '#server/areas/billing/bank/learn-transfers';
import { holdAccount, selectAccount } from '#server/areas/billing/ledger/ledger-sql';
import { dateOf, secondsOf } from '#server/areas/billing/ledger/seconds';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import type { RefundOrder } from '../refunds/refund-paid.ts';

interface Refund extends RefundOrder {
  readonly id: string;
  readonly transfer: string;
}

/**
 * Notes that money of a bank transfer was sent back; all of it ends the plan at once. Fails with INVOICE_NOT_FOUND, and with
 * STATE_CHANGED when something was noted since it was shown: the same note twice would be a second refund.
 */
export async function refundTransfer(
  services: Services,
  caller: Caller,
  { amount, id, invoice, reason, refunded, transfer }: Refund,
): Promise<void> {
  await services.db.transaction(async (trx) => {
    const known = await selectAccount(trx, id);
    const account = known && (await holdAccount(trx, known.id));
    const paid = account && (await selectPaid(trx, account.id)).find((one) => one.id === transfer);
    const left = paid ? canRefund(paid) : 0;
    if (!account || !paid) throw new Failure('INVOICE_NOT_FOUND');
    if (refunded !== undefined && refunded !== paid.amount - left) throw new Failure('STATE_CHANGED');
    if (left === 0 || (amount ?? left) > left) throw new Failure('INVOICE_NOT_FOUND');
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
