import { basename, resolve } from 'node:path';
import { type BankReport, importBanks } from '#server/areas/banks/files/import-banks';
import { findCourseFolders, importContent } from '#server/areas/courses/folders/import-content';
import type { ImportOptions, ImportReport } from '#server/areas/courses/folders/import-course';
import type { Caller, Services } from '#server/services';
import { rehearsed } from './rehearsed.ts';

export interface FolderReports {
  readonly banks: readonly BankReport[];
  readonly courses: readonly ImportReport[];
}

/**
 * Imports a folder with everything in it: question banks first, since exams draw from them, then courses and posts. Throws a
 * FolderError with every fault before anything of them is stored.
 */
export async function importFolders(
  services: Services,
  caller: Caller,
  directory: string,
  options: Omit<ImportOptions, 'rehearsal'> = {},
): Promise<FolderReports> {
  const banks = await importBanks(services, caller, directory, options);
  const hasCourses = (await findCourseFolders(resolve(directory))).length > 0;
  // A folder may hold banks only; one that holds nothing is a fault.
  if (banks.length > 0 && !hasCourses) return { banks, courses: [] };
  return { banks, courses: await importContent(services, caller, directory, options) };
}

/** What `importFolders` would do and say, by the same code; nothing is kept. */
export async function rehearseImport(
  services: Services,
  caller: Caller,
  directory: string,
  options: Omit<ImportOptions, 'rehearsal'> = {},
): Promise<FolderReports> {
  const arriving = new Set((await findCourseFolders(resolve(directory))).map((folder) => basename(folder)));
  const rehearsal: ImportOptions = { ...options, rehearsal: { arriving } };
  return importFolders(rehearsed(services), caller, directory, rehearsal);
}
