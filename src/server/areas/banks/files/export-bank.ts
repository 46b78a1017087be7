import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { questionForm } from '#contract/questions/question-form';
import { canAdminister } from '#domain/access/can-administer';
import { exportMedia, type FileContent } from '#server/areas/courses/folders/export-media';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectBankBySlug } from '../bank-sql.ts';
import { bankFileOf } from '../formats/bank-file.ts';
import { selectAllQuestions } from '../questions/question-sql.ts';

/**
 * Writes a bank as SLUG.bank.yaml, with its keys: for administrators only; its pictures and files stand in SLUG-files.
 * Importing that file and exporting again gives the same bytes. Fails with BANK_NOT_FOUND; throws when there is such a file already.
 */
export async function exportBank(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  { viewer }: Caller,
  { directory, slug }: { directory: string; slug: string },
): Promise<string> {
  authorise(canAdminister(viewer));
  const bank = await selectBankBySlug(db.kysely, slug);
  if (!bank) throw new Failure('BANK_NOT_FOUND');
  const rows = await selectAllQuestions(db.kysely, bank.id);
  const questions = rows.map(({ question, tags }) => ({ tags, question: questionForm.parse(question) }));
  const name = `${slug}.bank.yaml`;
  const beside = `${slug}-files/`;
  const files = new Map<string, FileContent>();
  const exam = { questions: questions.map(({ question }) => question) };
  const media = await exportMedia({ db, storage }, [{ content: '', exam }], files, (path) =>
    path.startsWith(beside) ? path : beside + path,
  );
  const named = media.inExam(exam).questions;
  const forms = questions.map((form, at) => ({ ...form, question: named[at] ?? form.question }));
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, name), bankFileOf({ ...bank, questions: forms }), { flag: 'wx' });
  for (const [path, content] of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  return name;
}
