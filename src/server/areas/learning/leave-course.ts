import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';

/** Takes a course off one's list; the progress is kept for who comes back. Fails with NOT_ENROLLED. */
export async function leaveCourse(
  { clock, db }: Services,
  caller: Caller,
  { courseId }: { courseId: string },
): Promise<{ courseId: string }> {
  const { userId } = signedIn(caller);
  await db.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('enrolments')
      .set({ left_at: clock.now() })
      .where('user_id', '=', userId)
      .where('course_id', '=', courseId)
      .where('left_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Failure('NOT_ENROLLED');
    await recordAudit(trx, caller, { action: 'course.leave', entity: 'course', entityId: courseId });
  });
  return { courseId };
}
