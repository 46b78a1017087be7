import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { lockBankItem, returnBank } from '#server/db/bank-trash';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { freeBankSlug } from './free-bank-slug.ts';

/** Takes a bank out of the trash with its questions, their versions and its imports. Fails with BANK_NOT_FOUND. */
export async function restoreBank(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const hidden = await lockBankItem(trx, { id, kind: 'bank' });
    if (!hidden) throw new Failure('BANK_NOT_FOUND');
    const slug = await freeBankSlug(trx, hidden.name);
    await returnBank(trx, { id, slug });
    const after = { slug };
    await recordAudit(trx, caller, { action: 'bank.restore', entity: 'question_bank', entityId: id, after });
    return { id };
  });
}
