import type { Db } from '#server/db/client';
import { completeCourse, reopenUnpassed } from '#server/db/complete-course';
import { lockCourse } from '../sql.ts';

/**
 * Completes a course for who finished another section while an author's edit took these away, and opens again what somebody
 * finished while it became an exam or a lab with checks: neither saw what the other had not committed. After the edit is
 * committed.
 */
export async function completeAgain(
  db: Db,
  courseId: string,
  { now, reopened = [], without }: { now: Date; without: readonly string[]; reopened?: readonly string[] },
): Promise<void> {
  if (without.length === 0 && reopened.length === 0) return;
  await db.transaction(async (trx) => {
    await lockCourse(trx, courseId);
    await reopenUnpassed(trx, courseId, reopened);
    if (without.length > 0) await completeCourse(trx, courseId, { now, without });
  });
}
