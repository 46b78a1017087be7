import type { CourseProgress } from '#contract/courses/learning';
import { canEnrol } from '#domain/access/content/can-enrol';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { factsOf } from '#server/areas/courses/catalogue/facts-of';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { completeLate } from './complete-late.ts';
import { type ProgressRow, selectProgress } from './sql.ts';
import { toProgress } from './to-progress.ts';

/** How far the caller is in a course. Fails with COURSE_NOT_FOUND, and TIER_REQUIRED when the tier no longer reaches it. */
export async function getProgress(
  { clock, config, db }: Services,
  caller: Caller,
  { courseId }: { courseId: string },
): Promise<CourseProgress> {
  const { isAdmin, userId } = signedIn(caller);
  const row = await selectProgress(db.kysely, userId, courseId);
  if (!row) throw new Failure('COURSE_NOT_FOUND');
  authorise(canEnrol(caller.viewer, factsOf(row)));
  const options = { isFree: isAdmin, labs: config.labs, now: clock.now() };
  if (!isDoneUnnoticed(row)) return toProgress(row, options);
  await completeLate({ clock, db }, { courseId, userId });
  return toProgress((await selectProgress(db.kysely, userId, courseId)) ?? row, options);
}

/** Whether all that counts was done, and the course isn't complete all the same. */
function isDoneUnnoticed({ completed_at, enrolled, sections }: ProgressRow): boolean {
  const counting = sections.filter(({ counts }) => counts);
  return enrolled && completed_at === null && counting.length > 0 && counting.every(({ done }) => done);
}
