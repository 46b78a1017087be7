import { resolve } from 'node:path';
import { canAdminister } from '#domain/access/can-administer';
import { FolderError } from '#server/areas/courses/folders/course-folder';
import { readPlainFile } from '#server/areas/courses/folders/read-plain-file';
import { FileFaults } from '#server/areas/courses/folders/read-yaml';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { BANK_FILE, type BankFile, readBankFile } from '../formats/bank-file.ts';
import { findBankFiles } from './find-bank-files.ts';
import { type StoredBank, storeBank } from './store-bank.ts';
import { storeBankFiles } from './store-bank-files.ts';

const MOST_BYTES = 20 * 1024 * 1024;

export interface BankReport extends StoredBank {
  readonly slug: string;
  /** What is lost in its questions, each with its file and question. */
  readonly warnings?: readonly string[];
}

/**
 * Imports every file of a question bank that is found in a folder. The same file twice changes nothing; a changed question
 * becomes its next version; a bank that was edited here since its last import is left alone unless forced (decision 51).
 * Pictures and files beside them are kept. Throws a FolderError with every fault before anything is stored.
 */
export async function importBanks(
  services: Services,
  caller: Caller,
  directory: string,
  { force = false }: { readonly force?: boolean } = {},
): Promise<BankReport[]> {
  authorise(canAdminister(caller.viewer));
  const faults: string[] = [];
  const banks = new Map<string, { folder: string; name: string; bank: BankFile }>();
  for (const { directory: folder, name } of await findBankFiles(resolve(directory))) {
    const slug = BANK_FILE.exec(name)?.[1] ?? '';
    try {
      const bank = readBankFile(await readPlainFile(folder, name, MOST_BYTES));
      const other = banks.get(slug);
      if (other && JSON.stringify(other.bank) !== JSON.stringify(bank))
        faults.push(`${name}: two different files have this name`);
      banks.set(slug, { folder, name, bank });
    } catch (error) {
      const said = error instanceof FileFaults ? error.faults : [(error as Error).message];
      for (const fault of said) faults.push(`${name}: ${fault}`);
    }
  }
  if (faults.length > 0) throw new FolderError(faults);
  const reports: BankReport[] = [];
  for (const [slug, { bank: given, folder, name }] of banks) {
    const { bank, warnings } = await storeBankFiles(services, folder, { bank: given, name });
    const stored = await storeBank(services, caller, { slug, bank, force });
    reports.push({ slug, ...stored, ...(warnings.length > 0 && { warnings }) });
  }
  return reports;
}
