import { resolve } from 'node:path';
import { canAdminister } from '#domain/access/can-administer';
import type { CodeQuestion } from '#domain/exams/kinds/code/code';
import { isSame } from '#domain/exams/same-question';
import { FolderError } from '#server/areas/courses/folders/course-folder';
import type { ImportOptions } from '#server/areas/courses/folders/import-course';
import { readPlainFile } from '#server/areas/courses/folders/read-plain-file';
import { FileFaults } from '#server/areas/courses/folders/read-yaml';
import { codeFaults, unrunWords } from '#server/areas/courses/labs/prove-code';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { BANK_FILE, type BankFile, readBankFile } from '../formats/bank-file.ts';
import { selectQuestionsByKey } from '../questions/question-sql.ts';
import { findBankFiles } from './find-bank-files.ts';
import { type StoredBank, storeBank } from './store-bank.ts';
import { storeBankFiles } from './store-bank-files.ts';

const MAX_BYTES = 20 * 1024 * 1024;

export interface BankReport extends StoredBank {
  readonly slug: string;
  /** What is lost in its questions, each with its file and question. */
  readonly warnings?: readonly string[];
}

/**
 * Imports every file of a question bank that is found in a folder. The same file twice changes nothing; a changed question
 * becomes its next version; a bank that was edited here since its last import is left alone unless forced (decision 51).
 * Pictures and files beside them are kept. Of new and changed questions that ask for code, the solution must pass and the
 * starting files must not, where code may run. Throws a FolderError with every fault before anything is stored.
 */
export async function importBanks(
  services: Services,
  caller: Caller,
  directory: string,
  { force = false, proof }: Pick<ImportOptions, 'force' | 'proof'> = {},
): Promise<BankReport[]> {
  authorise(canAdminister(caller.viewer));
  const faults: string[] = [];
  const banks = new Map<string, { folder: string; name: string; bank: BankFile }>();
  for (const { directory: folder, name } of await findBankFiles(resolve(directory))) {
    const slug = BANK_FILE.exec(name)?.[1] ?? '';
    try {
      const bank = readBankFile(await readPlainFile(folder, name, MAX_BYTES));
      const other = banks.get(slug);
      if (other && JSON.stringify(other.bank) !== JSON.stringify(bank))
        faults.push(`${name}: ${m.reports_two_files_of_one_name()}`);
      banks.set(slug, { folder, name, bank });
    } catch (error) {
      const found = error instanceof FileFaults ? error.faults : [(error as Error).message];
      for (const fault of found) faults.push(`${name}: ${fault}`);
    }
  }
  if (faults.length > 0) throw new FolderError(faults);
  const code = new Map<string, readonly CodeQuestion[]>();
  for (const [slug, { bank, name }] of banks) {
    const changed = await changedCode(services, slug, bank);
    code.set(slug, changed);
    for (const question of changed)
      faults.push(...(await codeFaults(question, proof)).map((said) => `${name}: ${said}`));
  }
  if (faults.length > 0) throw new FolderError(faults);
  const reports: BankReport[] = [];
  for (const [slug, { bank: given, folder, name }] of banks) {
    const { bank, warnings: lost } = await storeBankFiles(services, folder, { bank: given, name });
    const unrun = proof ? [] : (code.get(slug) ?? []).map((question) => `${name}: ${unrunWords(question)}`);
    const warnings = [...lost, ...unrun];
    const stored = await storeBank(services, caller, { slug, bank, force });
    reports.push({ slug, ...stored, ...(warnings.length > 0 && { warnings }) });
  }
  return reports;
}

/** The questions of a file that ask for code, otherwise than they are kept. */
async function changedCode({ db }: Services, slug: string, { questions }: BankFile): Promise<CodeQuestion[]> {
  const asked = questions.flatMap(({ question }) => (question.kind === 'code' ? [question] : []));
  if (asked.length === 0) return [];
  const kept = await selectQuestionsByKey(db.kysely, slug);
  return asked.filter(({ code, id }) => {
    const old = kept.get(id) as Partial<CodeQuestion> | undefined;
    return old?.kind !== 'code' || !isSame(old.code, code);
  });
}
