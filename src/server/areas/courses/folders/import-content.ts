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
import { selectImported, selectNeeds, selectSections } from '../sql.ts';
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

/** Course folders without a fault, each behind those that it waits for. */
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
  const reads = new Map<string, CourseFolder>();
  const found = new Map<string, CourseFolder['course']>();
  const faults = namedTwice(folders);
  for (const path of folders) {
    try {
      const folder = await readCourseFolder(path);
      if (folders.length <= MAX_KEPT) reads.set(path, folder);
      found.set(folder.slug, folder.course);
      faults.push(...(await faultsOf(services, path, folder, proof)));
    } catch (error) {
      if (!(error instanceof FolderError)) throw error;
      faults.push(...error.faults);
    }
  }
  const stored = await selectNeeds(services.db.kysely);
  const needs = new Map(stored);
  for (const [slug, { prerequisite }] of found) needs.set(slug, prerequisite);
  const arriving = new Set(folders.map((folder) => basename(folder)));
  // One with faults of its own may be a course.
  const isCourse = (slug: string) =>
    arriving.has(slug) ? found.get(slug)?.kind !== 'post' : stored.has(slug);
  for (const [slug, { prerequisite }] of found)
    faults.push(...prerequisiteFaults(slug, prerequisite, { isCourse, needs }));
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
  folder: CourseFolder,
  proof: ImportOptions['proof'],
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

/** A course and a post of one slug in the same import. */
function namedTwice(folders: readonly string[]): string[] {
  const slugs = folders.map((folder) => basename(folder));
  const twice = slugs.filter((slug, at) => slugs.indexOf(slug) < at);
  return twice.map((slug) => `${slug}: ${m.errors_slug_taken_description()}`);
}

interface AfterImport {
  readonly isCourse: (slug: string) => boolean;
  /** What each course needs first, by its slug. */
  readonly needs: ReadonlyMap<string, string | null>;
}

/** What is wrong with the prerequisite of a folder, once everything is imported. */
function prerequisiteFaults(slug: string, needed: string | null, { isCourse, needs }: AfterImport): string[] {
  const fault = (words: string) => [`${slug}/course.yaml: prerequisite: ${words}`];
  if (needed !== null && !isCourse(needed)) return fault(m.reports_prerequisite_not_found({ slug: needed }));
  return isInCircle(slug, needs) ? fault(m.faults_course_not_found_or_it_cant_be()) : [];
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

/** The same folders, each behind those that it waits for, also where courses that are stored already are between. */
function inOrder(folders: readonly string[], needs: ReadonlyMap<string, string | null>): string[] {
  const bySlug = new Map(folders.map((folder) => [basename(folder), folder]));
  const ordered: string[] = [];
  const placed = new Set<string>();
  const place = (slug: string): void => {
    if (placed.has(slug)) return;
    placed.add(slug);
    const needed = needs.get(slug);
    if (needed) place(needed);
    const folder = bySlug.get(slug);
    if (folder) ordered.push(folder);
  };
  for (const slug of bySlug.keys()) place(slug);
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
