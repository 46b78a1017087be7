import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { completeCourse } from '#server/db/complete-course';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { completeAgain } from '../editing/complete-again.ts';
import { toEditSection } from '../editing/load-edit-course.ts';
import { closeGap, lockWritten, selectSections } from '../sql.ts';
import { keepBefore } from '../versions/keep-before.ts';
import { keepVersion } from '../versions/keep-version.ts';

/** Removes a section of a course or a post; those behind it move up. What learners did with it is kept. */
export async function removeSection(
  { clock, db }: Services,
  caller: Caller,
  { id, sectionId }: { id: string; sectionId: string },
): Promise<{ version: number }> {
  authorise(canAdminister(caller.viewer));
  const edit = { now: clock.now(), without: [sectionId] };
  const saved = await db.transaction(async (trx) => {
    const entity = await lockWritten(trx, id);
    if (!entity) throw new Failure('COURSE_NOT_FOUND');
    await keepBefore(trx, id);
    const stored = await selectSections(trx, id);
    const removed = stored.find((section) => section.id === sectionId);
    if (!removed) throw new Failure('SECTION_NOT_FOUND');
    await trx.deleteFrom('course_content').where('id', '=', sectionId).execute();
    await closeGap(trx, id, removed.sort_order);
    await completeCourse(trx, id, edit);
    const version = await keepVersion(trx, caller, { id, now: clock.now() });
    await recordAudit(trx, caller, {
      action: 'course.remove-section',
      entity,
      entityId: id,
      before: toEditSection(removed),
    });
    await touchContent(trx);
    return { version };
  });
  await completeAgain(db, id, edit);
  return saved;
}
