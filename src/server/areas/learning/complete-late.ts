import { lockCourse } from '#server/areas/courses/sql';
import { completeCourse } from '#server/db/complete-course';
import type { Services } from '#server/services';

/**
 * Completes a course for somebody who has done all that counts and whom nobody noticed: the last section was finished while
 * an author took another one away. Twice is once.
 */
export async function completeLate(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  { courseId, userId }: { courseId: string; userId: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    // A section that returns is either there already, or sees that the course was complete only without it.
    await lockCourse(trx, courseId);
    await completeCourse(trx, courseId, { now: clock.now(), userId, without: [] });
  });
}
