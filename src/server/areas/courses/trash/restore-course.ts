import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { returnCourse } from './return-course.ts';

/** Takes a course out of the trash, with its learners and all their results. Fails with COURSE_NOT_FOUND. */
export async function restoreCourse(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string; slug: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const restored = await returnCourse(trx, caller, { id, kind: 'course', now: clock.now() });
    if (!restored) throw new Failure('COURSE_NOT_FOUND');
    return restored;
  });
}
