import type { CourseForm } from '#contract/courses/course-form';
import type { EditCourse } from '#contract/courses/courses';
import { canAdminister } from '#domain/access/can-administer';
import type { PageMeta } from '#domain/site/page-meta';
import { authorise } from '#server/authorise';
import { auditActor, recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { refreshSearch } from '#server/db/course-search';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { writeAuthors } from '../authors/write-authors.ts';
import { checkPrerequisite } from '../catalogue/check-prerequisite.ts';
import { takeDraft } from '../drafts/take-draft.ts';
import { type Kind, lockCourse, replaceCategories, selectKind, selectRemovedIds } from '../sql.ts';
import { insertVersion } from '../versions/version-sql.ts';
import { auditedChange } from './audited-course.ts';
import { completeAgain } from './complete-again.ts';
import { courseValues } from './course-values.ts';
import { loadWritten } from './load-edit-course.ts';
import { planSections } from './plan-sections.ts';
import { refuseClosedCover } from './refuse-closed-cover.ts';
import { refuseLostBanks } from './refuse-lost-banks.ts';
import { refuseLostLessons } from './refuse-lost-lessons.ts';
import { wantedOf } from './wanted-of.ts';
import { writeSections } from './write-sections.ts';

/** What the audit log calls it. */
const ACTIONS = {
  course: { save: 'course.update', restore: 'course.restore-version' },
  post: { save: 'post.update', restore: 'post.restore-version' },
} as const;

type Input = CourseForm & {
  /** Posts only. Left out: as it is. */
  readonly meta?: PageMeta | undefined;
  readonly id: string;
  readonly version: number;
  /** The version of the draft that is published, and then gone. Left out: a draft stays. */
  readonly draft?: number | undefined;
  /** The version that is saved again. */
  readonly restored?: number;
};

/**
 * Saves a course or post: one transaction that compares its sections by id, so that ids survive every edit and move. Fails with
 * VERSION_CONFLICT and the present course when somebody else saved meanwhile, and with STATE_CHANGED and the present draft
 * where it publishes one that somebody else saved meanwhile.
 */
export async function updateCourse(
  { clock, config, db }: Services,
  caller: Caller,
  input: Input,
  kind: Kind = 'course',
): Promise<EditCourse> {
  authorise(canAdminister(caller.viewer));
  const { id, version } = input;
  const isCourse = kind === 'course';
  // Versions of both are restored by a procedure that says so of a course.
  const notFound = isCourse || input.restored !== undefined ? 'COURSE_NOT_FOUND' : 'POST_NOT_FOUND';
  const seen = await loadWritten(db.kysely, id);
  if (!seen || (await selectKind(db.kysely, id)) !== kind) throw new Failure(notFound);
  if (seen.version !== version) throw new Failure('VERSION_CONFLICT', { data: { current: seen } });
  const { stored, wanted } = await wantedOf(db.kysely, id, input.content);
  const removed = await selectRemovedIds(db.kysely, id);
  const lessons = stored.filter(({ section_type }) => section_type !== 'exam');
  if (isCourse) refuseLostLessons(wanted, new Set([...removed.keys(), ...lessons.map(({ key }) => key)]));
  const plan = await planSections(stored, wanted);
  const { after, changed } = await db.transaction(async (trx) => {
    // Only under the lock is it sure that what was planned from is still there.
    await lockCourse(trx, id, kind);
    const before = await loadWritten(trx, id);
    if (!before) throw new Failure(notFound);
    if (before.version !== version) throw new Failure('VERSION_CONFLICT', { data: { current: before } });
    if (input.draft !== undefined) await takeDraft(trx, id, input.draft);
    await insertVersion(trx, before, { savedBy: null });
    if (input.restored === undefined) await refuseClosedCover(trx, input.thumbnail, before.thumbnail);
    if (isCourse) await checkPrerequisite(trx, input);
    await trx
      .updateTable('courses')
      .set({
        ...courseValues(input),
        ...(!isCourse && input.meta && { meta: JSON.stringify(input.meta) }),
        slug: input.slug,
        version: version + 1,
        updated_at: clock.now(),
      })
      .where('id', '=', id)
      .execute();
    await replaceCategories(trx, id, input.categories);
    await writeAuthors(trx, { courseId: id, wanted: input.authors });
    await refuseLostBanks(trx, wanted, stored);
    const changed = await writeSections(trx, id, plan, { labs: config.labs, now: clock.now() });
    if (isCourse) await refreshSearch(trx, [id]);
    const after = await loadWritten(trx, id);
    if (!after) throw new Failure(notFound);
    const savedBy = auditActor(caller).actor_id;
    await insertVersion(trx, after, { savedBy, restored: input.restored ?? null });
    await recordAudit(trx, caller, {
      action: ACTIONS[kind][input.restored === undefined ? 'save' : 'restore'],
      entity: kind,
      entityId: id,
      ...auditedChange(before, after),
    });
    await touchContent(trx);
    return { after, changed };
  });
  await completeAgain(db, id, { now: clock.now(), ...changed });
  return after;
}
