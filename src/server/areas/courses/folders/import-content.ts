import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { rebuildSearch } from '#server/db/course-search';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { selectLabSources } from '../labs/lab-spec-sql.ts';
import { proveCode } from '../labs/prove-code.ts';
import { changedLabs } from '../labs/write-labs.ts';
import { selectImported, selectSections } from '../sql.ts';
import { type CourseFolder, FolderError } from './course-folder.ts';
import { type ImportOptions, type ImportReport, importCourse, proveLabs } from './import-course.ts';
import { readCourseFolder } from './read-course-folder.ts';

/** Of more folders, what they say is read again when they are imported, so that it need not fit into memory. */
const MAX_KEPT = 40;

/** Imports a course folder, or every course folder in a folder, in the order of their names. */
export async function importContent(
  services: Services,
  caller: Caller,
  directory: string,
  options: ImportOptions = {},
): Promise<ImportReport[]> {
  const folders = await findCourseFolders(resolve(directory));
  const { onProgress, rehearsal } = options;
  if (folders.length === 0) throw new FolderError([`${directory}: ${m.reports_no_course_found()}`]);
  const reads = new Map<string, CourseFolder>();
  const needs = await checkAll(folders, async (folder, directory) => {
    if (folders.length <= MAX_KEPT) reads.set(directory, folder);
    const known = await selectImported(services.db.kysely, folder.slug);
    const kept = known ? await selectLabSources(services.db.kysely, known.id) : new Map();
    const sections = known ? await selectSections(services.db.kysely, known.id) : [];
    return [
      ...(await proveLabs(folder, changedLabs(folder.sections, kept), options.proof)),
      ...(await proveCode(folder, sections, options.proof)),
    ];
  });
  const reports: ImportReport[] = [];
  for (const folder of inOrder(folders, needs)) {
    onProgress?.({ done: reports.length, total: folders.length });
    reports.push(await importCourse(services, caller, folder, { ...options, read: reads.get(folder) }));
  }
  if (!rehearsal && reports.some(({ outcome }) => outcome === 'created' || outcome === 'updated'))
    await services.db.transaction(rebuildSearch);
  return reports;
}

/** One faulty folder stops the import before it began. Answers which course each folder says must come first. */
async function checkAll(
  folders: readonly string[],
  prove: (folder: CourseFolder, directory: string) => Promise<readonly string[]>,
): Promise<Map<string, string | null>> {
  const faults: string[] = [];
  const needs = new Map<string, string | null>();
  for (const folder of folders) {
    try {
      const read = await readCourseFolder(folder);
      needs.set(folder, read.course.prerequisite);
      faults.push(...(await prove(read, folder)));
    } catch (error) {
      if (!(error instanceof FolderError)) throw error;
      faults.push(...error.faults);
    }
  }
  if (faults.length > 0) throw new FolderError(faults);
  return needs;
}

/** The same folders, each behind the one that it needs first. A circle is found when it is imported. */
function inOrder(folders: readonly string[], needs: ReadonlyMap<string, string | null>): string[] {
  const ordered: string[] = [];
  const place = (folder: string, above: readonly string[]): void => {
    if (ordered.includes(folder) || above.includes(folder)) return;
    const needed = folders.find((other) => basename(other) === needs.get(folder));
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
