import type { Standing } from '#contract/courses/publishing';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectStanding } from './publishing-sql.ts';
import { toStanding } from './to-standing.ts';

/** Where a course or post stands. Fails with COURSE_NOT_FOUND. */
export async function getStatus({ db }: Services, caller: Caller, { id }: { id: string }): Promise<Standing> {
  authorise(canAdminister(caller.viewer));
  const row = await selectStanding(db.kysely, id);
  if (!row) throw new Failure('COURSE_NOT_FOUND');
  return toStanding(db.kysely, row);
}
