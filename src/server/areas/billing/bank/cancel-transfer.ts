import type { OwnTransfers } from '#contract/bank-transfers';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectAccount } from '../ledger/ledger-sql.ts';
import { payer } from '../member/own.ts';
import { holdTransfer, updateCanceled } from './bank-sql.ts';
import { getOwnTransfers } from './get-own-transfers.ts';

/** Takes back an order that nobody paid yet. Fails with TRANSFER_NOT_FOUND, also for those of others, and TRANSFER_CLOSED. */
export async function cancelTransfer(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<OwnTransfers> {
  const { userId } = payer(caller);
  await services.db.transaction(async (trx) => {
    const account = await selectAccount(trx, userId);
    const transfer = account && (await holdTransfer(trx, id));
    if (transfer?.account_id !== account?.id || !transfer) throw new Failure('TRANSFER_NOT_FOUND');
    if (transfer.state === 'paid') throw new Failure('TRANSFER_CLOSED');
    if (transfer.state === 'canceled') return;
    await updateCanceled(trx, id);
    await recordAudit(trx, caller, {
      action: 'billing.bank-cancel',
      entity: 'user',
      entityId: userId,
      after: { transfer: id },
    });
  });
  return getOwnTransfers(services, caller);
}
