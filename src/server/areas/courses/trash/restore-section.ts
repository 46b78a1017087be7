import type { EditSection } from '#contract/courses/courses';
import { canAdminister } from '#domain/access/can-administer';
import { freeName } from '#domain/courses/slug';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { reopenCourse } from '#server/db/complete-course';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { toEditSection } from '../editing/load-edit-course.ts';
import { lockWritten, selectSections } from '../sql.ts';
import { keepBefore } from '../versions/keep-before.ts';
import { keepVersion } from '../versions/keep-version.ts';
import { returnSection, selectStoredKey } from './trash-sql.ts';

/** Puts a removed section of a course or a post back, with what learners did with it; who had completed the course only
 * because it was gone has not any more. Fails with COURSE_NOT_FOUND and SECTION_NOT_FOUND. */
export async function restoreSection(
  { clock, db }: Services,
  caller: Caller,
  { id, sectionId }: { id: string; sectionId: string },
): Promise<{ section: EditSection; version: number }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const entity = await lockWritten(trx, id);
    if (!entity) throw new Failure('COURSE_NOT_FOUND');
    await keepBefore(trx, id);
    const stored = await selectStoredKey(trx, { courseId: id, sectionId });
    if (stored === undefined) throw new Failure('SECTION_NOT_FOUND');
    const keys = new Set((await selectSections(trx, id)).map(({ key }) => key));
    const key = freeName(stored, (name) => keys.has(name));
    await returnSection(trx, { courseId: id, sectionId, key });
    const reopened = await reopenCourse(trx, id, [sectionId]);
    const returned = (await selectSections(trx, id)).find((section) => section.id === sectionId);
    if (!returned) throw new Failure('SECTION_NOT_FOUND');
    const version = await keepVersion(trx, caller, { id, now: clock.now() });
    const section = toEditSection(returned);
    await recordAudit(trx, caller, {
      action: 'course.restore-section',
      entity,
      entityId: id,
      after: { ...section, reopened },
    });
    await touchContent(trx);
    return { section, version };
  });
}
