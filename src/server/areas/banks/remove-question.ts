import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockQuestion } from './question-sql.ts';

/** Deletes a question from its bank; attempts keep what they asked. Fails with QUESTION_NOT_FOUND. */
export async function removeQuestion(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const row = await lockQuestion(trx, id);
    if (!row) throw new Failure('QUESTION_NOT_FOUND');
    await trx.deleteFrom('bank_questions').where('id', '=', id).execute();
    await recordAudit(trx, caller, {
      ...{ action: 'bank.delete-question', entity: 'bank_question', entityId: id },
      before: { bank: row.bank_slug, key: row.key, tags: row.tags, question: row.question },
    });
    return { id };
  });
}
