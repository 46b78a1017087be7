import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectWritten } from './sql.ts';
import { type Impact, selectImpact } from './trash-sql.ts';

/** How many learners, attempts and marks hang on a course or a post, or on one of its sections. Fails with COURSE_NOT_FOUND. */
export async function getRemovalImpact(
  { db: { kysely } }: Services,
  { viewer }: Caller,
  { id, section }: { id: string; section?: string | undefined },
): Promise<Impact> {
  authorise(canAdminister(viewer));
  if (!(await selectWritten(kysely, id))) throw new Failure('COURSE_NOT_FOUND');
  return selectImpact(kysely, { courseId: id, sectionIds: section === undefined ? null : [section] });
}
