import type { EditCourse } from '#contract/courses';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { loadEditCourse } from './load-edit-course.ts';

/** A course as its form needs it, for administrators (the procedure's declared access). Fails with COURSE_NOT_FOUND. */
export async function getEditCourse({ db }: Services, { id }: { id: string }): Promise<EditCourse> {
  const course = await loadEditCourse(db.kysely, id);
  if (!course) throw new Failure('COURSE_NOT_FOUND');
  return course;
}
