import { sql, type Transaction } from 'kysely';
import { storedQuestion } from '#contract/questions/question-form';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { insertQuestionVersion, lockQuestion, questionValues, selectNaming } from './question-sql.ts';

/** Has every question of a bank that names a file name another one; what it was is kept. Answers how many. */
export async function replaceInQuestions(
  trx: Transaction<DB>,
  caller: Caller,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<number> {
  const ids = await selectNaming(trx, from);
  for (const id of ids) {
    const row = await lockQuestion(trx, id);
    if (!row) continue;
    const before = { tags: row.tags, question: storedQuestion.parse(row.question) };
    const question = storedQuestion.parse(JSON.parse(JSON.stringify(row.question).replaceAll(from, to)));
    const after = { tags: row.tags, question };
    await insertQuestionVersion(trx, row);
    await trx
      .updateTable('bank_questions')
      .set({ ...questionValues(after), version: sql<number>`version + 1`, updated_at: now })
      .where('id', '=', id)
      .execute();
    const entry = { action: 'bank.save-question', entity: 'bank_question', entityId: id, before, after };
    await recordAudit(trx, caller, entry);
  }
  return ids.length;
}
