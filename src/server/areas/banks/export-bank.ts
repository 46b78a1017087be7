import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { questionForm } from '#contract/questions/question-form';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { bankFileOf } from './formats/bank-file.ts';
import { selectAllQuestions } from './question-sql.ts';

/**
 * Writes a bank as SLUG.bank.yaml, with its keys: for administrators only. Importing that file and exporting again gives
 * the same bytes. Fails with BANK_NOT_FOUND; throws when there is such a file already.
 */
export async function exportBank(
  { db }: Pick<Services, 'db'>,
  { viewer }: Caller,
  { directory, slug }: { directory: string; slug: string },
): Promise<string> {
  authorise(canAdminister(viewer));
  const bank = await db.kysely
    .selectFrom('question_banks')
    .select(['id', 'title', 'description'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (!bank) throw new Failure('BANK_NOT_FOUND');
  const rows = await selectAllQuestions(db.kysely, bank.id);
  const questions = rows.map(({ question, tags }) => ({ tags, question: questionForm.parse(question) }));
  const name = `${slug}.bank.yaml`;
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, name), bankFileOf({ ...bank, questions }), { flag: 'wx' });
  return name;
}
