import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { auditedCourse } from './audited-course.ts';
import { loadEditCourse } from './load-edit-course.ts';
import { lockCourse } from './sql.ts';

/** Deletes a course and all its content; the audit row keeps what it was. */
export async function removeCourse(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const before = (await lockCourse(trx, id)) ? await loadEditCourse(trx, id) : null;
    if (!before) throw new Failure('COURSE_NOT_FOUND');
    await trx.deleteFrom('courses').where('id', '=', id).execute();
    await recordAudit(trx, caller, {
      action: 'course.delete',
      entity: 'course',
      entityId: id,
      before: auditedCourse(before),
    });
    await touchContent(trx);
    return { id };
  });
}
