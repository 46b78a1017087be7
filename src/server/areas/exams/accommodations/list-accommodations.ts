import type { Accommodations } from '#contract/exams/accommodations';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectUserName } from '../sql.ts';
import { selectExamsOf, selectGranted, toGranted } from './accommodation-sql.ts';

/** What somebody is granted beyond the rules of exams, and the exams to grant it at. Fails with USER_NOT_FOUND. */
export async function listAccommodations(
  { db: { kysely } }: Services,
  caller: Caller,
  { userId }: { userId: string },
): Promise<Accommodations> {
  authorise(canAdminister(caller.viewer));
  if ((await selectUserName(kysely, userId)) === null) throw new Failure('USER_NOT_FOUND');
  const granted = await selectGranted(kysely, { userId });
  const exams = await selectExamsOf(kysely, userId);
  return {
    items: granted.map(toGranted),
    exams: exams.map((row) => ({
      sectionId: row.section_id,
      exam: row.exam_title,
      course: row.course_title,
    })),
  };
}
