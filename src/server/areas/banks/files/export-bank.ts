import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { storedQuestion } from '#contract/questions/question-form';
import { canAdminister } from '#domain/access/can-administer';
import { exportMedia, type FileContent } from '#server/areas/courses/folders/export-media';
import { writeFiles } from '#server/areas/courses/folders/write-files';
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
  services: Pick<Services, 'db' | 'storage'>,
  caller: Caller,
  { directory, slug }: { directory: string; slug: string },
): Promise<string> {
  const files = await collectBank(services, caller, slug);
  const name = `${slug}.bank.yaml`;
  const target = join(directory, name);
  if (existsSync(target)) throw new Error(`${target} already exists. Remove it, or choose another folder.`);
  await writeFiles(directory, files);
  return name;
}

/** The file of a bank and what it shows, by their paths, among the files of a folder. Fails with BANK_NOT_FOUND. */
export async function collectBank(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  { viewer }: Caller,
  slug: string,
  files = new Map<string, FileContent>(),
): Promise<Map<string, FileContent>> {
  authorise(canAdminister(viewer));
  const bank = await selectBankBySlug(db.kysely, slug);
  if (!bank) throw new Failure('BANK_NOT_FOUND');
  const rows = await selectAllQuestions(db.kysely, bank.id);
  const questions = rows.map(({ question, tags }) => ({ tags, question: storedQuestion.parse(question) }));
  const beside = `${slug}-files/`;
  const exam = { questions: questions.map(({ question }) => question) };
  const media = await exportMedia({ db, storage }, [{ content: '', exam }], files, (path) =>
    path.startsWith(beside) ? path : beside + path,
  );
  const named = media.inExam(exam).questions;
  const forms = questions.map((form, at) => ({ ...form, question: named[at] ?? form.question }));
  return files.set(`${slug}.bank.yaml`, bankFileOf({ ...bank, questions: forms }));
}
