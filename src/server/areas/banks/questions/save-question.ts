import { isDeepStrictEqual } from 'node:util';
import type { BankQuestion } from '#contract/exams/banks';
import type { BankQuestionForm } from '#contract/questions/bank-form';
import { storedQuestion } from '#contract/questions/question-form';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { countIn, loadUncounted } from './load-question.ts';
import { insertQuestionVersion, lockQuestion, questionValues } from './question-sql.ts';

type Input = BankQuestionForm & { readonly id: string; readonly version: number };

/**
 * Saves a question as its next version; what it was is kept. Saving what it is already changes nothing. Fails with
 * QUESTION_NOT_FOUND, and with VERSION_CONFLICT and the question as it is now.
 */
export async function saveQuestion(
  { clock, db }: Services,
  caller: Caller,
  { id, question, tags, version }: Input,
): Promise<BankQuestion> {
  authorise(canAdminister(caller.viewer));
  const { isOutdated, uncounted } = await db.transaction(async (trx) => {
    const row = await lockQuestion(trx, id);
    if (!row) throw new Failure('QUESTION_NOT_FOUND');
    const isOutdated = row.version !== version;
    const before = { tags: row.tags, question: storedQuestion.parse(row.question) };
    const after = { tags, question: { ...question, id: row.key } };
    if (!isOutdated && !isDeepStrictEqual(before, after)) {
      await insertQuestionVersion(trx, { ...row, question: before.question });
      await trx
        .updateTable('bank_questions')
        .set({ ...questionValues(after), version: version + 1, updated_at: clock.now() })
        .where('id', '=', id)
        .execute();
      const entry = { action: 'bank.save-question', entity: 'bank_question', entityId: id, before, after };
      await recordAudit(trx, caller, entry);
    }
    return { isOutdated, uncounted: await loadUncounted(trx, id) };
  });
  if (!uncounted) throw new Failure('QUESTION_NOT_FOUND');
  const current = await countIn(db.kysely, uncounted);
  if (isOutdated) throw new Failure('VERSION_CONFLICT', { data: { current } });
  return current;
}
