import type { z } from 'zod';
import type { BankRow } from '#contract/exams/banks';
import type { bankForm } from '#contract/questions/bank-form';
import { canAdminister } from '#domain/access/can-administer';
import { slugOf } from '#domain/courses/slug';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectBank } from './bank-sql.ts';
import { freeBankSlug } from './free-bank-slug.ts';
import { toBank } from './to-bank.ts';

/** Creates a question bank; its slug, by which exams name it, comes from the title and stays. */
export async function createBank(
  { db }: Services,
  caller: Caller,
  form: z.output<typeof bankForm>,
): Promise<BankRow> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const slug = await freeBankSlug(trx, slugOf(form.title) || 'bank');
    const { id } = await trx
      .insertInto('question_banks')
      .values({ ...form, slug })
      .returning('id')
      .executeTakeFirstOrThrow();
    const bank = await selectBank(trx, id);
    if (!bank) throw new Failure('BANK_NOT_FOUND');
    const after = { ...form, slug };
    await recordAudit(trx, caller, { action: 'bank.create', entity: 'question_bank', entityId: id, after });
    return toBank(bank);
  });
}
