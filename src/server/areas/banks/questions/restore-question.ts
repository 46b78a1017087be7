import { canAdminister } from '#domain/access/can-administer';
import { freeName } from '#domain/courses/slug';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { lockBankItem, returnQuestion } from '#server/db/bank-trash';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockBank } from '../bank-sql.ts';
import { selectKeys } from './question-sql.ts';

/**
 * Takes a question out of the trash, at its place in the bank. Where another has its key now, it gets the next free one.
 * Fails with QUESTION_NOT_FOUND, and with BANK_NOT_FOUND while its bank is deleted.
 */
export async function restoreQuestion(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string; bankId: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const hidden = await lockBankItem(trx, { id, kind: 'question' });
    if (!hidden) throw new Failure('QUESTION_NOT_FOUND');
    const bank = await lockBank(trx, hidden.bank_id);
    if (!bank) throw new Failure('BANK_NOT_FOUND');
    const taken = await selectKeys(trx, bank.id);
    const key = freeName(hidden.name, (name) => taken.has(name));
    await returnQuestion(trx, { id, key });
    await recordAudit(trx, caller, {
      action: 'bank.restore-question',
      entity: 'bank_question',
      entityId: id,
      after: { bank: bank.slug, key },
    });
    return { id, bankId: bank.id };
  });
}
