import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { auditActor, recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { auditedCourse } from '../editing/audited-course.ts';
import { loadEditCourse } from '../editing/load-edit-course.ts';
import { lockCourse } from '../sql.ts';
import { hideCourse } from './trash-sql.ts';

/** Deletes a course and all its content: nobody sees it any more, and for 30 days an administrator can restore it. */
export async function removeCourse(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const before = (await lockCourse(trx, id)) ? await loadEditCourse(trx, id) : null;
    if (!before) throw new Failure('COURSE_NOT_FOUND');
    await hideCourse(trx, { id, deletedBy: auditActor(caller).actor_id, now: clock.now() });
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
