import type { Transaction } from 'kysely';
import type { BankQuestionForm } from '#contract/questions/bank-form';
import type { ImportReport } from '#contract/questions/import-form';
import { canAdminister } from '#domain/access/can-administer';
import { cut } from '#domain/cut';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockBank, selectBank } from '../bank-sql.ts';
import { loadPresent } from '../drawing/load-present.ts';
import { storePictures } from '../questions/check-pictures.ts';
import { questionValues } from '../questions/question-sql.ts';
import { planImport } from './plan-import.ts';
import { readFile, type SentFile } from './read-file.ts';

const AT_ONCE = 500;

/**
 * Takes the questions of a file into a bank, all that can be taken or, when the file is refused, none. The same file
 * again adds nothing. Fails with BANK_NOT_FOUND and, with the reason, BAD_INPUT.
 */
export async function importQuestions(
  services: Services,
  caller: Caller,
  sent: SentFile,
): Promise<{ id: string; report: ImportReport }> {
  const { db } = services;
  const { file, format, id: bankId } = sent;
  authorise(canAdminister(caller.viewer));
  // A large file is not read for a bank that is not there, nor while the bank is held.
  if (!(await selectBank(db.kysely, bankId))) throw new Failure('BANK_NOT_FOUND');
  const found = await readFile(sent);
  return db.transaction(async (trx) => {
    const pictures = await storePictures(services, trx, found.pictures);
    if (!(await lockBank(trx, bankId))) throw new Failure('BANK_NOT_FOUND');
    const { forms, report } = planImport(found.questions, await loadPresent(trx, bankId), pictures);
    const fileName = cut(file.name.toWellFormed(), 200);
    const { id } = await trx
      .insertInto('question_imports')
      .values({ bank_id: bankId, file_name: fileName, format, report: JSON.stringify(report) })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (let at = 0; at < forms.length; at += AT_ONCE)
      await insertForms(trx, { bankId, importId: id, forms: forms.slice(at, at + AT_ONCE) });
    const { changed, dropped, kept } = report;
    await recordAudit(trx, caller, {
      action: 'bank.import',
      entity: 'question_bank',
      entityId: bankId,
      after: { import: id, fileName, format, kept, changed, dropped },
    });
    return { id, report };
  });
}

async function insertForms(
  trx: Transaction<DB>,
  { bankId, forms, importId }: { bankId: string; importId: string; forms: readonly BankQuestionForm[] },
): Promise<void> {
  if (forms.length === 0) return;
  const own = { bank_id: bankId, import_id: importId };
  await trx
    .insertInto('bank_questions')
    .values(forms.map((form) => ({ ...questionValues(form), ...own, key: form.question.id })))
    .execute();
}
