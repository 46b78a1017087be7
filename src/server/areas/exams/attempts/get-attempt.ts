import type { ExamAttempt } from '#contract/exams/exams';
import { canOpenCourse } from '#domain/access/content/can-open-course';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { factsOf } from '#server/areas/courses/catalogue/facts-of';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { loadOwnAttempt } from './load-own-attempt.ts';
import { toAttempt } from './to-attempt.ts';

/**
 * An own attempt with the answers that are saved; one whose time is over comes with its result. Fails with ATTEMPT_NOT_FOUND,
 * also while its course is not open: it waits until it is.
 */
export async function getAttempt(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<ExamAttempt> {
  const { userId } = signedIn(caller);
  const { viewer } = caller;
  const now = clock.now();
  const row = await loadOwnAttempt(db, caller, { id, userId, now });
  const decision = canOpenCourse(viewer, factsOf({ ...row, enrolled: true }));
  if (!decision.allowed && decision.reason === 'not-open') throw new Failure('ATTEMPT_NOT_FOUND');
  return toAttempt(db.kysely, row, { now, viewer });
}
