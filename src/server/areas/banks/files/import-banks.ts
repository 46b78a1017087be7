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
import { bankFilesFaults, storeBankFiles } from './store-bank-files.ts';

const MAX_BYTES = 20 * 1024 * 1024;

export interface BankReport extends StoredBank {
  readonly slug: string;
  /** What is lost in its questions, each with its file and question. */
  readonly warnings?: readonly string[];
}

/** What the files of a folder say, by the slugs of their banks. */
export type ReadBanks = ReadonlyMap<string, ReadBank>;
interface ReadBank {
  readonly folder: string;
  readonly name: string;
  readonly bank: BankFile;
  /** The questions that ask for code, otherwise than they are kept. */
  readonly code: readonly CodeQuestion[];
}
type BankOptions = Pick<ImportOptions, 'force' | 'proof'> & {
  /** Hears of each bank that is done. */
  readonly onReport?: (report: BankReport) => void;
};

/**
 * Imports every file of a question bank that is found in a folder. The same file twice changes nothing; a changed question
 * becomes its next version; a bank that was edited here since its last import is left alone unless forced (decision 51).
 * Throws a FolderError with every fault before anything is stored.
 */
export async function importBanks(
  services: Services,
  caller: Caller,
  directory: string,
  options: BankOptions = {},
): Promise<BankReport[]> {
  const reports: BankReport[] = [];
  const banks = await readBanks(services, caller, directory, options);
  await storeBanks(services, caller, banks, { ...options, onReport: (report) => reports.push(report) });
  return reports;
}

/**
 * Reads every file of a question bank that is found in a folder, and looks at the pictures that their questions ask about. Of
 * new and changed questions that ask for code, the solution must pass and the starting files must not, where code may run.
 * Throws a FolderError with every fault.
 */
export async function readBanks(
  services: Services,
  caller: Caller,
  directory: string,
  { proof }: BankOptions = {},
): Promise<ReadBanks> {
  authorise(canAdminister(caller.viewer));
  const faults: string[] = [];
  const found = new Map<string, Omit<ReadBank, 'code'>>();
  for (const { directory: folder, name } of await findBankFiles(resolve(directory))) {
    const slug = BANK_FILE.exec(name)?.[1] ?? '';
    try {
      const bank = readBankFile(await readPlainFile(folder, name, MAX_BYTES));
      const other = found.get(slug);
      if (other && JSON.stringify(other.bank) !== JSON.stringify(bank))
        faults.push(`${name}: ${m.reports_two_files_of_one_name()}`);
      found.set(slug, { folder, name, bank });
    } catch (error) {
      const said = error instanceof FileFaults ? error.faults : [(error as Error).message];
      for (const fault of said) faults.push(`${name}: ${fault}`);
    }
  }
  if (faults.length > 0) throw new FolderError(faults);
  const banks = new Map<string, ReadBank>();
  for (const [slug, { bank, folder, name }] of found) {
    const code = await changedCode(services, slug, bank);
    banks.set(slug, { bank, code, folder, name });
    for (const question of code)
      faults.push(...(await codeFaults(question, proof)).map((said) => `${name}: ${said}`));
    faults.push(...(await bankFilesFaults(services, folder, { bank, name })));
  }
  if (faults.length > 0) throw new FolderError(faults);
  return banks;
}

/** Stores what was read, one bank after the other, with the pictures and files beside them. */
export async function storeBanks(
  services: Services,
  caller: Caller,
  banks: ReadBanks,
  { force = false, onReport, proof }: BankOptions = {},
): Promise<void> {
  authorise(canAdminister(caller.viewer));
  for (const [slug, { bank: given, code, folder, name }] of banks) {
    const { bank, warnings: lost } = await storeBankFiles(services, folder, { bank: given, name });
    const unrun = proof ? [] : code.map((question) => `${name}: ${unrunWords(question)}`);
    const warnings = [...lost, ...unrun];
    const stored = await storeBank(services, caller, { slug, bank, force });
    onReport?.({ slug, ...stored, ...(warnings.length > 0 && { warnings }) });
  }
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
