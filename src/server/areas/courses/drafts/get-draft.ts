import type { CourseDraft } from '#contract/courses/courses';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectKind } from '../sql.ts';
import { selectDraft } from './draft-sql.ts';
import { toDraft } from './to-draft.ts';

/** What waits to be published in a course or post; null: nothing. Fails with COURSE_NOT_FOUND. */
export async function getDraft(
  { db: { kysely } }: Services,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<{ draft: CourseDraft | null }> {
  authorise(canAdminister(viewer));
  if (!(await selectKind(kysely, id))) throw new Failure('COURSE_NOT_FOUND');
  const row = await selectDraft(kysely, id);
  return { draft: row ? toDraft(row) : null };
}
