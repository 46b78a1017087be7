import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { canAdminister } from '#domain/access/can-administer';
import { ensureCategories } from '#server/areas/categories/ensure-categories';
import { storeCover } from '#server/areas/media/store-cover';
import { authorise } from '#server/authorise';
import { auditActor, recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { refreshSearch } from '#server/db/course-search';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { writeAuthors } from '../authors/write-authors.ts';
import { checkPrerequisite } from '../catalogue/check-prerequisite.ts';
import { announceCourse } from '../editing/announce-course.ts';
import { completeAgain } from '../editing/complete-again.ts';
import { loadWritten } from '../editing/load-edit-course.ts';
import { planSections, type SectionPlan } from '../editing/plan-sections.ts';
import { storeDrawings } from '../editing/store-drawings.ts';
import { writeSections } from '../editing/write-sections.ts';
import { selectLabSources } from '../labs/lab-spec-sql.ts';
import { proveCode, unprovenCode } from '../labs/prove-code.ts';
import { faultWords, type LabProof } from '../labs/prove-lab.ts';
import { changedLabs, writeLabs } from '../labs/write-labs.ts';
import { applyState } from '../publishing/apply-state.ts';
import { lockStanding } from '../publishing/publishing-sql.ts';
import {
  lockCourse,
  replaceCategories,
  type SectionRow,
  selectCourseBySlug,
  selectImported,
  selectRemovedIds,
  selectSections,
} from '../sql.ts';
import { keepBefore } from '../versions/keep-before.ts';
import { insertVersion } from '../versions/version-sql.ts';
import { type CourseFields, compareImport } from './compare-import.ts';
import { type CourseFolder, FolderError } from './course-folder.ts';
import { type FolderAuthors, folderAuthors } from './folder-authors.ts';
import { type FolderStanding, folderStanding } from './folder-standing.ts';
import { readCourseFolder } from './read-course-folder.ts';
import { faultOf } from './read-folder-file.ts';
import { storeFolderFiles } from './store-folder-files.ts';
import { translateTexts } from './translate-texts.ts';

export interface ImportReport {
  readonly slug: string;
  /** `drifted`: the course was edited here; it is left as it is. */
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'drifted';
  /** Where the course differs from the folder, when it drifted. */
  readonly drift?: readonly string[];
  /** Of a rehearsal: what an update would change. */
  readonly changes?: readonly string[];
  /** What was not understood and is left out or shown as plain text, each with its file and line. */
  readonly warnings?: readonly string[];
}
export interface ImportOptions {
  /** The folder's version replaces what was edited here. */
  readonly force?: boolean;
  /** Runs the solution of each lab that is written; left out: labs are written unproven. */
  readonly proof?: LabProof | undefined;
  /** Keeps nothing (`rehearsed`). `arriving`: the slugs that the same import would bring. */
  readonly rehearsal?: { readonly arriving: ReadonlySet<string> } | undefined;
  /** What the folder says, where it has been read just now. */
  readonly read?: CourseFolder | undefined;
  /** Hears how far the import is. */
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}
export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Imports a course folder. It is compared with the course that is there: where nothing differs, nothing changes; a
 * changed file updates its section, found by its id in the folder, and the section keeps its own id. A course that was
 * edited here since its last import is left alone unless forced. Throws a FolderError with every fault of the folder.
 */
export async function importCourse(
  services: Services,
  caller: Caller,
  directory: string,
  { force = false, proof, read, rehearsal }: ImportOptions = {},
): Promise<ImportReport> {
  authorise(canAdminister(caller.viewer));
  const { clock, config, db } = services;
  const given = read ?? (await readCourseFolder(directory));
  const kept = await storeFolderFiles(services, directory, given);
  const folder = translateTexts({ ...given, hash: kept.hash }, kept.files);
  const { hash, slug } = folder;
  const authors = await folderAuthors(db.kysely, folder);
  const heard = [...folder.warnings, ...authors.warnings];
  const said = heard.length > 0 ? { slug, warnings: heard } : { slug };
  const known = await selectImported(db.kysely, slug);
  const { kind } = folder.course;
  if (known && known.kind !== kind) throw new Failure('SLUG_TAKEN');
  const stored = known ? await selectSections(db.kysely, known.id) : [];
  const ids = new Map(stored.map(({ id, key }) => [key, id]));
  const removed = known ? await selectRemovedIds(db.kysely, known.id) : new Map<string, string>();
  const sections = await storeDrawings(services, folder.sections, force ? [] : stored);
  const plan = await planSections(
    stored,
    sections.map(({ drawings: _, exam, file: __, key, lab: ____, line: ___, ...form }) => {
      const id = ids.get(key) ?? null;
      return { id, returns: id === null ? removed.get(key) : undefined, key, form, exam };
    }),
  );
  const sources = known ? await selectLabSources(db.kysely, known.id) : new Map();
  const labs = changedLabs(folder.sections, sources);
  const drift = known ? await findDrift(services, folder, { authors, stored, plan, labs }) : [];
  if (known) {
    if (drift.length === 0) {
      await noteImport(services, caller, known, folder);
      return { ...said, outcome: 'unchanged' };
    }
    // One that was made here, or imported before this was kept, counts as edited.
    const isEdited = known.import_hash === hash || known.import_version !== known.version;
    if (isEdited && !force) return { ...said, outcome: 'drifted', drift };
  }
  const faults = [...(await proveLabs(folder, labs, proof)), ...(await proveCode(folder, stored, proof))];
  if (faults.length > 0) throw new FolderError(faults);
  const warnings = [...heard, ...(proof ? [] : [...unproven(folder, labs), ...unprovenCode(folder, stored)])];
  const edit = await db.transaction(async (trx) => {
    if (known && (await lockCourse(trx, known.id, kind)) !== known.version)
      throw new Failure('VERSION_CONFLICT');
    if (!known && (await selectImported(trx, slug))) throw new Failure('VERSION_CONFLICT');
    if (known) await keepBefore(trx, known.id);
    const standing = folderStanding(folder.course, clock.now());
    const id = await saveCourse(services, trx, folder, {
      known,
      standing,
      arriving: rehearsal?.arriving,
    });
    if (authors.ids.length > 0) await writeAuthors(trx, { courseId: id, wanted: authors.ids });
    const judging = { labs: config.labs, now: clock.now() };
    const { reopened, without } = await writeSections(trx, id, plan, judging);
    const checked = await writeLabs(trx, { courseId: id, sections: folder.sections, ...judging });
    if (kind === 'course') await refreshSearch(trx, [id]);
    const imported = await loadWritten(trx, id);
    if (imported) await insertVersion(trx, imported, { savedBy: auditActor(caller).actor_id });
    await recordAudit(trx, caller, {
      action: `${kind}.import`,
      entity: kind,
      entityId: id,
      before: known && { slug, hash: known.import_hash, version: known.version },
      after: { slug, hash, version: (known?.version ?? 0) + 1 },
    });
    if (known && standing) await bringTo(trx, caller, id, { standing, now: clock.now() });
    if (!known && (standing?.state ?? 'published') === 'published')
      await announceCourse(trx, { id, slug, ...folder.course });
    await touchContent(trx);
    return { id, reopened: [...reopened, ...checked], without };
  });
  await completeAgain(db, edit.id, { now: clock.now(), ...edit });
  return {
    slug,
    ...(warnings.length > 0 && { warnings }),
    ...(rehearsal && known && { changes: drift }),
    outcome: known ? 'updated' : 'created',
  };
}

/** The faults of labs that run otherwise than they must, of sections with these keys. */
export async function proveLabs(
  { sections, slug }: CourseFolder,
  keys: ReadonlySet<string>,
  proof: LabProof | undefined,
): Promise<string[]> {
  const faults: string[] = [];
  for (const { file, key, lab } of proof ? sections : [])
    if (proof && lab && keys.has(key))
      faults.push(
        ...(await proof(lab)).map((fault) => `${slug}/${file.replace(/\.md$/, '')}/${faultWords(fault)}`),
      );
  return faults;
}

function unproven({ sections, slug }: CourseFolder, keys: ReadonlySet<string>): string[] {
  return sections
    .filter(({ key, lab }) => lab && keys.has(key))
    .map(({ file }) => `${slug}/${file.replace(/\.md$/, '')}: ${m.reports_solution_was_not_run()}`);
}

/** A course that its folder says as it is counts as imported: a later change of the folder is no drift. */
async function noteImport(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  known: Imported,
  { course: { kind }, hash, slug }: CourseFolder,
): Promise<void> {
  const { id, import_hash, import_version, version } = known;
  if (import_hash === hash && import_version === version) return;
  await db.transaction(async (trx) => {
    // What was saved meanwhile may differ.
    if ((await lockCourse(trx, id, kind)) !== version) return;
    await trx
      .updateTable('courses')
      .set({ import_hash: hash, import_version: version })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, caller, {
      action: `${kind}.import`,
      entity: kind,
      entityId: id,
      before: { slug, hash: import_hash, version },
      after: { slug, hash, version },
    });
  });
}

interface Stored {
  readonly authors: FolderAuthors;
  readonly plan: SectionPlan;
  readonly stored: readonly SectionRow[];
  readonly labs: ReadonlySet<string>;
}

/** Everything in which the stored course differs from its folder. */
async function findDrift(
  services: Services,
  { course, cover, slug }: CourseFolder,
  { authors, labs, plan, stored }: Stored,
): Promise<string[]> {
  const row = await selectCourseBySlug(services.db.kysely, slug, course.kind);
  if (!row) throw new Failure('COURSE_NOT_FOUND');
  const thumbnail =
    cover === null
      ? course.thumbnail
      : await services.db.transaction((trx) => keepCover(services, trx, slug, cover));
  const { categories, meta, prerequisite } = course;
  const fields = fieldsOf(course, thumbnail ?? `/covers/${slug}.svg`);
  return compareImport(
    { course: row, sections: stored },
    {
      fields,
      authors: authors.slugs,
      categories,
      prerequisite,
      meta,
      labs,
      standing: folderStanding(course, services.clock.now()),
    },
    plan,
  );
}

/** Brings a course that was there to where its folder says that it stands. */
async function bringTo(
  trx: Transaction<DB>,
  caller: Caller,
  id: string,
  { now, standing }: { standing: FolderStanding; now: Date },
): Promise<void> {
  const row = await lockStanding(trx, id);
  if (!row) return;
  const { keeps_access, publish_at, state } = row;
  if (isDeepStrictEqual({ state, publish_at, keeps_access }, standing)) return;
  await applyState(trx, caller, row, {
    state: standing.state,
    publishAt: standing.publish_at,
    keepsAccess: standing.keeps_access,
    now,
  });
}

function fieldsOf(course: CourseFolder['course'], thumbnail: string): CourseFields {
  return {
    title: course.title,
    description: course.description,
    level: course.level,
    subscription_level: course.subscription_level,
    tags: [...new Set(course.tags)],
    outcomes: [...course.outcomes],
    certificate: course.certificate,
    certificate_months: course.certificate_months,
    thumbnail,
    section_order: course.section_order,
  };
}

/** Throws a FolderError where it is no picture. */
export async function keepCover(
  services: Services,
  trx: Transaction<DB>,
  slug: string,
  { bytes, name }: NonNullable<CourseFolder['cover']>,
): Promise<string> {
  try {
    return await storeCover(services, trx, bytes, name);
  } catch (error) {
    throw new FolderError([`${slug}/${name}: ${faultOf(error)}`]);
  }
}

type Imported = NonNullable<Awaited<ReturnType<typeof selectImported>>>;

interface Saving {
  /** What the folder replaces, which is locked; undefined: it is new. */
  readonly known: Imported | undefined;
  readonly standing: FolderStanding | null;
  readonly arriving: ReadonlySet<string> | undefined;
}

async function saveCourse(
  services: Services,
  trx: Transaction<DB>,
  { course, cover, hash, slug }: CourseFolder,
  { arriving, known, standing }: Saving,
): Promise<string> {
  const { prerequisite: needed } = course;
  const prerequisite = needed === null ? null : await selectImported(trx, needed);
  if (prerequisite === undefined && !arriving?.has(needed ?? ''))
    throw new FolderError([
      `${slug}/course.yaml: prerequisite: ${m.reports_prerequisite_not_found({ slug: needed ?? '' })}`,
    ]);
  const thumbnail = cover === null ? course.thumbnail : await keepCover(services, trx, slug, cover);
  const values = {
    kind: course.kind,
    ...fieldsOf(course, thumbnail ?? `/covers/${slug}.svg`),
    meta: JSON.stringify(course.meta),
    prerequisite_id: prerequisite?.id ?? null,
    import_hash: hash,
  };
  const now = services.clock.now();
  // Of a rehearsal, `checkContent` has looked at all that will be there; what is there now can be a circle still.
  if (!arriving)
    await checkPrerequisite(trx, { id: known?.id ?? null, prerequisiteId: values.prerequisite_id });
  const { id } = known
    ? await trx
        .updateTable('courses')
        .set({ ...values, version: known.version + 1, import_version: known.version + 1, updated_at: now })
        .where('id', '=', known.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await trx
        .insertInto('courses')
        .values({
          ...values,
          slug,
          import_version: 1,
          ...standing,
          published_at: standing && standing.state !== 'published' ? null : now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
  await replaceCategories(trx, id, await ensureCategories(trx, course.categories));
  return id;
}
