import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { rebuildSearch } from '#server/db/course-search';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { selectLabSources } from '../labs/lab-spec-sql.ts';
import { proveCode } from '../labs/prove-code.ts';
import { changedLabs } from '../labs/write-labs.ts';
import { selectImported, selectSections } from '../sql.ts';
import { type CourseFolder, FolderError } from './course-folder.ts';
import {
  type ImportOptions,
  type ImportReport,
  importCourse,
  keepCover,
  proveLabs,
} from './import-course.ts';
import { readCourseFolder } from './read-course-folder.ts';
import { rehearsed } from './rehearsed.ts';
import { folderFilesFaults } from './store-folder-files.ts';

/** Of more folders, what they say is read again when they are imported, so that it need not fit into memory. */
const MAX_KEPT = 40;

/** Course folders without a fault, each behind the one that it needs first. */
export interface CheckedContent {
  readonly folders: readonly string[];
  readonly reads: ReadonlyMap<string, CourseFolder>;
}

/** Imports a course folder, or every course folder in a folder, in the order of their names. */
export async function importContent(
  services: Services,
  caller: Caller,
  directory: string,
  options: ImportOptions = {},
): Promise<ImportReport[]> {
  const reports: ImportReport[] = [];
  const content = await checkContent(services, caller, directory, options);
  await storeContent(services, caller, content, { ...options, onReport: (report) => reports.push(report) });
  return reports;
}

/**
 * Reads every course folder in a folder, runs its labs, and looks at everything for which an import would stop. Nothing is
 * kept. Throws a FolderError with every fault.
 */
export async function checkContent(
  services: Services,
  caller: Caller,
  directory: string,
  { proof }: Pick<ImportOptions, 'proof'> = {},
): Promise<CheckedContent> {
  authorise(canAdminister(caller.viewer));
  const folders = await findCourseFolders(resolve(directory));
  if (folders.length === 0) throw new FolderError([`${directory}: ${m.reports_no_course_found()}`]);
  const arriving = new Set(folders.map((folder) => basename(folder)));
  const reads = new Map<string, CourseFolder>();
  const needs = new Map<string, string | null>();
  const faults: string[] = [];
  for (const path of folders) {
    try {
      const folder = await readCourseFolder(path);
      if (folders.length <= MAX_KEPT) reads.set(path, folder);
      needs.set(folder.slug, folder.course.prerequisite);
      faults.push(...(await faultsOf(services, path, { arriving, folder, proof })));
    } catch (error) {
      if (!(error instanceof FolderError)) throw error;
      faults.push(...error.faults);
    }
  }
  for (const slug of needs.keys())
    if (isInCircle(slug, needs))
      faults.push(`${slug}/course.yaml: prerequisite: ${m.faults_course_not_found_or_it_cant_be()}`);
  if (faults.length > 0) throw new FolderError(faults);
  return { folders: inOrder(folders, needs), reads };
}

/** Stores what was checked, one course after the other. */
export async function storeContent(
  services: Services,
  caller: Caller,
  { folders, reads }: CheckedContent,
  { onReport, ...options }: ImportOptions & { readonly onReport?: (report: ImportReport) => void },
): Promise<void> {
  let done = 0;
  let isChanged = false;
  try {
    for (const folder of folders) {
      options.onProgress?.({ done, total: folders.length });
      const report = await importCourse(services, caller, folder, { ...options, read: reads.get(folder) });
      onReport?.(report);
      done += 1;
      isChanged ||= report.outcome === 'created' || report.outcome === 'updated';
    }
  } finally {
    if (!options.rehearsal && isChanged) await services.db.transaction(rebuildSearch);
  }
}

/** What would stop the import of a folder that could be read. */
async function faultsOf(
  services: Services,
  path: string,
  { arriving, folder, proof }: CheckedFolder,
): Promise<string[]> {
  const { kysely } = services.db;
  const { course, cover, slug } = folder;
  const known = await selectImported(kysely, slug);
  const kept = known ? await selectLabSources(kysely, known.id) : new Map();
  const sections = known ? await selectSections(kysely, known.id) : [];
  const faults = [
    ...(await proveLabs(folder, changedLabs(folder.sections, kept), proof)),
    ...(await proveCode(folder, sections, proof)),
    ...(await folderFilesFaults(services, path, folder)),
  ];
  if (known && known.kind !== course.kind) faults.push(`${slug}: ${m.errors_slug_taken_description()}`);
  const needed = course.prerequisite;
  if (needed !== null && !arriving.has(needed) && !(await selectImported(kysely, needed)))
    faults.push(`${slug}/course.yaml: prerequisite: ${m.reports_prerequisite_not_found({ slug: needed })}`);
  const nothingKept = rehearsed(services);
  if (cover)
    await nothingKept.db
      .transaction((trx) => keepCover(nothingKept, trx, slug, cover))
      .catch((error: unknown) => {
        if (!(error instanceof FolderError)) throw error;
        faults.push(...error.faults);
      });
  return faults;
}

interface CheckedFolder {
  /** The slugs that come with the same import. */
  readonly arriving: ReadonlySet<string>;
  readonly folder: CourseFolder;
  readonly proof: ImportOptions['proof'];
}

/** Whether a course waits for itself, however many others are between. */
function isInCircle(slug: string, needs: ReadonlyMap<string, string | null>): boolean {
  const seen = new Set<string>();
  for (let needed = needs.get(slug); needed && !seen.has(needed); needed = needs.get(needed)) {
    if (needed === slug) return true;
    seen.add(needed);
  }
  return false;
}

/** The same folders, each behind the one that it needs first. */
function inOrder(folders: readonly string[], needs: ReadonlyMap<string, string | null>): string[] {
  const ordered: string[] = [];
  const place = (folder: string, above: readonly string[]): void => {
    if (ordered.includes(folder) || above.includes(folder)) return;
    const needed = folders.find((other) => basename(other) === needs.get(basename(folder)));
    if (needed) place(needed, [...above, folder]);
    ordered.push(folder);
  };
  for (const folder of folders) place(folder, []);
  return ordered;
}

/** The folders of courses, then those of posts, which stand in a folder `posts` among them. */
export async function findCourseFolders(directory: string): Promise<string[]> {
  if (existsSync(join(directory, 'course.yaml'))) return [directory];
  return [...(await foldersIn(directory)), ...(await foldersIn(join(directory, 'posts')))];
}

async function foldersIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && existsSync(join(directory, entry.name, 'course.yaml')))
    .map(({ name }) => join(directory, name))
    .sort();
}
