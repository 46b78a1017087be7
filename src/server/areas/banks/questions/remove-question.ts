import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { auditActor, recordAudit } from '#server/db/audit';
import { trashQuestions } from '#server/db/bank-trash';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockQuestion } from './question-sql.ts';

/** Deletes a question from its bank: it waits in the trash for 30 days. Attempts keep what they asked. Fails with QUESTION_NOT_FOUND. */
export async function removeQuestion(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const row = await lockQuestion(trx, id);
    if (!row) throw new Failure('QUESTION_NOT_FOUND');
    const deletedBy = auditActor(caller).actor_id;
    await trashQuestions(trx, { ids: [id], deletedBy, now: clock.now() });
    await recordAudit(trx, caller, {
      action: 'bank.delete-question',
      entity: 'bank_question',
      entityId: id,
      before: { bank: row.bank_slug, key: row.key, tags: row.tags, question: row.question },
    });
    return { id };
  });
}
