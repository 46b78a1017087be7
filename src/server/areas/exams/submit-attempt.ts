import type { ExamAttempt } from '#contract/exams';
import { signedIn } from '#server/areas/accounts/signed-in';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { closeAttempt } from './close-attempt.ts';
import { toAttempt } from './to-attempt.ts';

/**
 * Hands in an own attempt; an attempt has one result, and handing in again answers it. Fails with ATTEMPT_NOT_FOUND.
 */
export async function submitAttempt(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<ExamAttempt> {
  const { userId } = signedIn(caller);
  const now = clock.now();
  const closed = await db.transaction((trx) => closeAttempt(trx, caller, { id, now, userId }));
  if (!closed) throw new Failure('ATTEMPT_NOT_FOUND');
  const { answers, attempt } = closed;
  return toAttempt(db.kysely, attempt, { now, answers });
}
