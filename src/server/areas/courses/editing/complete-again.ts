import type { Db } from '#server/db/client';
import { completeCourse } from '#server/db/complete-course';
import { lockCourse } from '../sql.ts';

/**
 * Completes a course for who finished another section while an author's edit took these away: neither saw what the other
 * had not committed. After the edit is committed.
 */
export async function completeAgain(
  db: Db,
  courseId: string,
  edit: { now: Date; without: readonly string[] },
): Promise<void> {
  if (edit.without.length === 0) return;
  await db.transaction(async (trx) => {
    await lockCourse(trx, courseId);
    await completeCourse(trx, courseId, edit);
  });
}
