import type { BankQuestionForm } from '#contract/questions/bank-form';
import { canAdminister } from '#domain/access/can-administer';
import { freeName } from '#domain/courses/slug';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockBank } from '../bank-sql.ts';
import { questionValues, selectKeys } from './question-sql.ts';

/** Adds a question at the end of a bank, under its id or the next free name. Fails with BANK_NOT_FOUND. */
export async function addQuestion(
  { db }: Services,
  caller: Caller,
  { id: bankId, question, tags }: BankQuestionForm & { readonly id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    if (!(await lockBank(trx, bankId))) throw new Failure('BANK_NOT_FOUND');
    const taken = await selectKeys(trx, bankId);
    const key = freeName(question.id, (name) => taken.has(name));
    const form = { tags, question: { ...question, id: key } };
    const { id } = await trx
      .insertInto('bank_questions')
      .values({ ...questionValues(form), bank_id: bankId, key })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordAudit(trx, caller, {
      action: 'bank.add-question',
      entity: 'bank_question',
      entityId: id,
      after: form,
    });
    return { id };
  });
}
