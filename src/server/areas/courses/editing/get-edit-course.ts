import type { EditCourse } from '#contract/courses/courses';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { loadEditCourse } from './load-edit-course.ts';

/** A course as its form needs it. Fails with COURSE_NOT_FOUND. */
export async function getEditCourse(
  { db }: Services,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<EditCourse> {
  authorise(canAdminister(viewer));
  const course = await loadEditCourse(db.kysely, id);
  if (!course) throw new Failure('COURSE_NOT_FOUND');
  return course;
}
