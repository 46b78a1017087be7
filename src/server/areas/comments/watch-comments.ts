import { canOpenCourse } from '#domain/access/content/can-open-course';
import { courseFacts } from '#server/areas/courses/catalogue/course-facts';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectPlace } from './sql.ts';

/**
 * Whether the caller may be notified that the comments of a course or post changed: who may read them may. Fails with
 * COURSE_NOT_FOUND, SIGN_IN_REQUIRED or TIER_REQUIRED.
 */
export async function watchComments(
  { db }: Services,
  { viewer }: Caller,
  { courseId }: { courseId: string },
): Promise<void> {
  const place = await selectPlace(db, { courseId, parentId: null });
  if (!place) throw new Failure('COURSE_NOT_FOUND');
  authorise(canOpenCourse(viewer, await courseFacts(db.kysely, viewer, place)));
}
