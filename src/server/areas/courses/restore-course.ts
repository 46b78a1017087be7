import { canAdminister } from '#domain/access/can-administer';
import { freeName } from '#domain/courses/slug';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { refreshSearch } from '#server/db/course-search';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectTakenSlugs } from './sql.ts';
import { lockHidden, showCourse } from './trash-sql.ts';

/**
 * Takes a course out of the trash, with its learners and all their results. Where another course has its address now, it
 * gets one beside it. Fails with COURSE_NOT_FOUND.
 */
export async function restoreCourse(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string; slug: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const hidden = await lockHidden(trx, id);
    if (!hidden) throw new Failure('COURSE_NOT_FOUND');
    const taken = await selectTakenSlugs(trx, hidden.slug);
    const slug = freeName(hidden.slug, (name) => taken.has(name));
    await showCourse(trx, { id, hidden, slug, now: clock.now() });
    await refreshSearch(trx, [id]);
    await recordAudit(trx, caller, {
      action: 'course.restore',
      entity: 'course',
      entityId: id,
      before: { slug: hidden.slug, deletedAt: hidden.deleted_at.toISOString() },
      after: { slug },
    });
    await touchContent(trx);
    return { id, slug };
  });
}
