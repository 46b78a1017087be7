import { basename, resolve } from 'node:path';
import { type BankReport, readBanks, storeBanks } from '#server/areas/banks/files/import-banks';
import { FolderError } from '#server/areas/courses/folders/course-folder';
import { checkContent, findCourseFolders, storeContent } from '#server/areas/courses/folders/import-content';
import type { ImportOptions, ImportReport } from '#server/areas/courses/folders/import-course';
import { rehearsed } from '#server/areas/courses/folders/rehearsed';
import type { Caller, Services } from '#server/services';

export interface FolderReports {
  readonly banks: readonly BankReport[];
  readonly courses: readonly ImportReport[];
}

/** An import that failed after a part of it was stored: `cause` says why, the reports say what is done. */
export class ImportStopped extends Error {
  override name = 'ImportStopped';
  readonly reports: FolderReports;

  constructor(reports: FolderReports, cause: unknown) {
    super('the import stopped before it was complete', { cause });
    this.reports = reports;
  }
}

/**
 * Imports a folder with everything in it: question banks first, since exams draw from them, then courses and posts. Throws a
 * FolderError with every fault before anything of them is stored, and ImportStopped where something fails after that.
 */
export async function importFolders(
  services: Services,
  caller: Caller,
  directory: string,
  options: ImportOptions = {},
): Promise<FolderReports> {
  const faults: string[] = [];
  const hear = (error: unknown) => {
    if (!(error instanceof FolderError)) throw error;
    faults.push(...error.faults);
    return null;
  };
  const found = await readBanks(services, caller, directory, options).catch(hear);
  const hasCourses = (await findCourseFolders(resolve(directory))).length > 0;
  // A folder may hold banks only; one that holds nothing is a fault.
  const isContent = hasCourses || found?.size === 0;
  const content = isContent ? await checkContent(services, caller, directory, options).catch(hear) : null;
  if (faults.length > 0) throw new FolderError(faults);
  const banks: BankReport[] = [];
  const courses: ImportReport[] = [];
  try {
    if (found)
      await storeBanks(services, caller, found, { ...options, onReport: (report) => banks.push(report) });
    if (content)
      await storeContent(services, caller, content, {
        ...options,
        onReport: (report) => courses.push(report),
      });
  } catch (error) {
    const isStored = [...banks, ...courses].some(
      ({ outcome }) => outcome === 'created' || outcome === 'updated',
    );
    if (options.rehearsal || !isStored) throw error;
    throw new ImportStopped({ banks, courses }, error);
  }
  return { banks, courses };
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
