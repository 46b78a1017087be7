import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { BankQuestionForm } from '#contract/questions/bank-form';
import { storedQuestion } from '#contract/questions/question-form';
import { auditActor, recordAudit } from '#server/db/audit';
import { trashQuestions } from '#server/db/bank-trash';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { type BankRow, ensureBank, lockBank, selectImportState, writeImportState } from '../bank-sql.ts';
import type { BankFile } from '../formats/bank-file.ts';
import {
  insertQuestionVersion,
  type QuestionRow,
  questionValues,
  selectAllQuestions,
} from '../questions/question-sql.ts';

export interface StoredBank {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'drifted';
  /** Everything in which the bank differs from its file; present where it was edited here and therefore left alone. */
  readonly drift?: readonly string[];
}

/** In what a bank differs from its file. */
interface Difference {
  readonly fields: readonly string[];
  readonly changed: readonly BankQuestionForm[];
  readonly gone: readonly QuestionRow[];
}

/**
 * Makes a bank be what its file says: new questions are added, changed ones become a version, missing ones go. A bank that was
 * edited here since its last import is left alone unless forced; one that is as its file says counts as imported.
 */
export async function storeBank(
  { clock, db }: Services,
  caller: Caller,
  { bank: file, force, slug }: { slug: string; bank: BankFile; force: boolean },
): Promise<StoredBank> {
  return db.transaction(async (trx) => {
    const now = clock.now();
    const { title, description } = file;
    const { created, id } = await ensureBank(trx, { slug, title, description });
    const bank = await lockBank(trx, id);
    if (!bank) throw new Failure('BANK_NOT_FOUND');
    const rows = new Map((await selectAllQuestions(trx, id)).map((row) => [row.key, row]));
    const difference = differenceOf(bank, rows, file);
    const { changed, fields, gone } = difference;
    const isEdited = (await selectImportState(trx, id)) !== stateOf(bank, [...rows.values()]);
    const isAsSaid = !created && fields.length + changed.length + gone.length === 0;
    if (isAsSaid && !isEdited) return { outcome: 'unchanged' };
    if (!created && !isAsSaid && isEdited && !force)
      return { outcome: 'drifted', drift: driftOf(difference, rows) };
    for (const form of changed) await storeQuestion(trx, id, { row: rows.get(form.question.id), form, now });
    const deletedBy = auditActor(caller).actor_id;
    await trashQuestions(trx, { ids: gone.map((row) => row.id), deletedBy, now });
    if (fields.length > 0)
      await trx
        .updateTable('question_banks')
        .set({ title, description, version: bank.version + 1, updated_at: now })
        .where('id', '=', id)
        .execute();
    const version = bank.version + (fields.length > 0 ? 1 : 0);
    await writeImportState(trx, id, stateOf({ version }, await selectAllQuestions(trx, id)));
    await recordAudit(trx, caller, {
      action: 'bank.import-file',
      entity: 'question_bank',
      entityId: id,
      before: { removed: gone.map(({ key, question, tags }) => ({ key, tags, question })) },
      after: { slug, title, changed: changed.map(({ question }) => question.id) },
    });
    return { outcome: created ? 'created' : isAsSaid ? 'unchanged' : 'updated' };
  });
}

function differenceOf(bank: BankRow, rows: ReadonlyMap<string, QuestionRow>, file: BankFile): Difference {
  const wanted = new Set(file.questions.map(({ question }) => question.id));
  return {
    fields: (['title', 'description'] as const).filter((name) => bank[name] !== file[name]),
    changed: file.questions.filter((form) => !isSame(rows.get(form.question.id), form)),
    gone: [...rows.values()].filter(({ key }) => !wanted.has(key)),
  };
}

function driftOf({ changed, fields, gone }: Difference, rows: ReadonlyMap<string, QuestionRow>): string[] {
  return [
    ...fields,
    ...changed.map(
      ({ question: { id } }) => `question ${id}: ${rows.has(id) ? 'differs' : 'only in the file'}`,
    ),
    ...gone.map(({ key }) => `question ${key}: only in the bank`),
  ];
}

/** Every edit of a bank or of one of its questions changes this; a new default of our own format does not. */
function stateOf({ version }: Pick<BankRow, 'version'>, questions: readonly QuestionRow[]): string {
  const versions = questions.map((row) => `${row.id} ${row.version}`).sort();
  return createHash('sha256')
    .update([version, ...versions].join('\n'))
    .digest('hex');
}

function isSame(row: QuestionRow | undefined, form: BankQuestionForm): boolean {
  if (!row) return false;
  return isDeepStrictEqual({ tags: row.tags, question: storedQuestion.parse(row.question) }, form);
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
  await insertQuestionVersion(trx, row);
  await trx
    .updateTable('bank_questions')
    .set({ ...values, version: row.version + 1, updated_at: now })
    .where('id', '=', row.id)
    .execute();
}
