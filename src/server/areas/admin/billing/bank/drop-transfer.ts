import { canAdminister } from '#domain/access/can-administer';
import { holdTransfer, updateCanceled } from '#server/areas/billing/bank/bank-sql';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';

/** Cancels an order that nobody paid. Fails with TRANSFER_NOT_FOUND, and TRANSFER_CLOSED for one that is paid. */
export async function dropTransfer(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ done: true }> {
  authorise(canAdminister(caller.viewer));
  await db.transaction(async (trx) => {
    const transfer = await holdTransfer(trx, id);
    if (!transfer) throw new Failure('TRANSFER_NOT_FOUND');
    if (transfer.state === 'paid') throw new Failure('TRANSFER_CLOSED');
    if (transfer.state === 'canceled') return;
    await updateCanceled(trx, id);
    await recordAudit(trx, caller, {
      action: 'billing.bank-drop',
      entity: 'billing',
      after: { transfer: id, reference: transfer.reference },
    });
  });
  return { done: true };
}
