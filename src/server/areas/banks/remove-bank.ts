import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { auditActor, recordAudit } from '#server/db/audit';
import { trashBank } from '#server/db/bank-trash';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockBank, selectUses } from './bank-sql.ts';
import { selectAllQuestions } from './questions/question-sql.ts';

/** Deletes a bank with its questions: they wait in the trash for 30 days. Attempts keep what they asked. Fails with BANK_NOT_FOUND and BANK_IN_USE. */
export async function removeBank(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const bank = await lockBank(trx, id);
    if (!bank) throw new Failure('BANK_NOT_FOUND');
    if ((await selectUses(trx, bank.slug)).length > 0) throw new Failure('BANK_IN_USE');
    const questions = await selectAllQuestions(trx, id);
    await trashBank(trx, { id, deletedBy: auditActor(caller).actor_id, now: clock.now() });
    const before = {
      ...bank,
      questions: questions.map(({ key, question, tags }) => ({ key, tags, question })),
    };
    await recordAudit(trx, caller, { action: 'bank.delete', entity: 'question_bank', entityId: id, before });
    return { id };
  });
}
