import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { BankQuestionForm } from '#contract/questions/bank-form';
import { questionForm } from '#contract/questions/question-form';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { lockBank } from './bank-sql.ts';
import type { BankFile } from './formats/bank-file.ts';
import { type QuestionRow, questionValues, selectAllQuestions } from './question-sql.ts';

/** Makes a bank be what its file says: new questions are added, changed ones become a version, missing ones go. */
export async function storeBank(
  { clock, db }: Services,
  caller: Caller,
  slug: string,
  { description, questions, title }: BankFile,
): Promise<'created' | 'updated' | 'unchanged'> {
  return db.transaction(async (trx) => {
    const created = await trx
      .insertInto('question_banks')
      .values({ slug, title, description })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst();
    const known =
      created ??
      (await trx
        .selectFrom('question_banks')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow());
    const bank = await lockBank(trx, known.id);
    const rows = new Map((await selectAllQuestions(trx, known.id)).map((row) => [row.key, row]));
    const wanted = new Set(questions.map(({ question }) => question.id));
    const changed = questions.filter((form) => !isSame(rows.get(form.question.id), form));
    const gone = [...rows.values()].filter(({ key }) => !wanted.has(key));
    const isRenamed = bank?.title !== title || bank.description !== description;
    if (!created && !isRenamed && changed.length === 0 && gone.length === 0) return 'unchanged';
    for (const form of changed)
      await storeQuestion(trx, known.id, { row: rows.get(form.question.id), form, now: clock.now() });
    for (const { id } of gone) await trx.deleteFrom('bank_questions').where('id', '=', id).execute();
    if (isRenamed)
      await trx
        .updateTable('question_banks')
        .set({ title, description, version: (bank?.version ?? 0) + 1, updated_at: clock.now() })
        .where('id', '=', known.id)
        .execute();
    await recordAudit(trx, caller, {
      ...{ action: 'bank.import-file', entity: 'question_bank', entityId: known.id },
      before: { removed: gone.map(({ key, question, tags }) => ({ key, tags, question })) },
      after: { slug, title, changed: changed.map(({ question }) => question.id) },
    });
    return created ? 'created' : 'updated';
  });
}

function isSame(row: QuestionRow | undefined, form: BankQuestionForm): boolean {
  if (!row) return false;
  return isDeepStrictEqual({ tags: row.tags, question: questionForm.parse(row.question) }, form);
}

async function storeQuestion(
  trx: Transaction<DB>,
  bankId: string,
  { form, now, row }: { row: QuestionRow | undefined; form: BankQuestionForm; now: Date },
): Promise<void> {
  const values = questionValues(form);
  if (!row) {
    await trx
      .insertInto('bank_questions')
      .values({ ...values, bank_id: bankId, key: form.question.id })
      .execute();
    return;
  }
  await trx
    .insertInto('bank_question_versions')
    .values({
      ...{ question_id: row.id, version: row.version, tags: row.tags, saved_at: row.updated_at },
      question: JSON.stringify(row.question),
    })
    .execute();
  await trx
    .updateTable('bank_questions')
    .set({ ...values, version: row.version + 1, updated_at: now })
    .where('id', '=', row.id)
    .execute();
}
