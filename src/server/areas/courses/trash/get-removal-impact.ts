import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectWritten } from '../sql.ts';
import { type Impact, selectImpact, selectQuestionImpact } from './trash-sql.ts';

/** How many learners, attempts and marks hang on a course or a post, on one of its sections, or on a question of its exam. Fails with COURSE_NOT_FOUND. */
export async function getRemovalImpact(
  { db: { kysely } }: Services,
  { viewer }: Caller,
  { id, question, section }: { id: string; section?: string | undefined; question?: string | undefined },
): Promise<Impact> {
  authorise(canAdminister(viewer));
  if (!(await selectWritten(kysely, id))) throw new Failure('COURSE_NOT_FOUND');
  if (section !== undefined && question !== undefined)
    return selectQuestionImpact(kysely, { courseId: id, sectionId: section, question });
  return selectImpact(kysely, { courseId: id, sectionIds: section === undefined ? null : [section] });
}
