import type { ExamAttempt } from '#contract/exams/exams';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import type { Caller, Services } from '#server/services';
import { loadOwnAttempt } from './load-own-attempt.ts';
import { toAttempt } from './to-attempt.ts';

/** An own attempt with the answers that are saved; one whose time is over comes with its result. Fails with ATTEMPT_NOT_FOUND. */
export async function getAttempt(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<ExamAttempt> {
  const { userId } = signedIn(caller);
  const now = clock.now();
  return toAttempt(db.kysely, await loadOwnAttempt(db, caller, { id, userId, now }), {
    now,
    viewer: caller.viewer,
  });
}
