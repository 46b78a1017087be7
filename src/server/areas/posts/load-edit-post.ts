import type { EditPost } from '#contract/courses/posts';
import { toEditCourse } from '#server/areas/courses/editing/load-edit-course';
import { selectCourseById } from '#server/areas/courses/sql';
import type { Reader } from '#server/db/client';

/** A post as its form needs it; null when there is none. For administrators. */
export async function loadEditPost(db: Reader, id: string): Promise<EditPost | null> {
  const row = await selectCourseById(db, id, 'post');
  return row ? toEditCourse(db, row) : null;
}
