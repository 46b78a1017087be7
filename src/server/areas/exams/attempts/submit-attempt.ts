import type { ExamAttempt } from '#contract/exams/exams';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { closeAttempt } from './close-attempt.ts';
import { toAttempt } from './to-attempt.ts';

/**
 * Hands in an own attempt; an attempt has one result, and handing in again answers it. Fails with ATTEMPT_NOT_FOUND, and with
 * VERSION_CONFLICT and the attempt as it is now where other answers would be graded than the learner has seen.
 */
export async function submitAttempt(
  { clock, db }: Services,
  caller: Caller,
  { id, seen }: { id: string; seen?: Readonly<Record<string, string>> | undefined },
): Promise<ExamAttempt> {
  const { viewer } = caller;
  const { userId } = signedIn(caller);
  const now = clock.now();
  const closed = await db.transaction((trx) => closeAttempt(trx, caller, { id, now, userId, seen }));
  if (!closed) throw new Failure('ATTEMPT_NOT_FOUND');
  const { answers, attempt, newer } = closed;
  if (newer)
    throw new Failure('VERSION_CONFLICT', {
      data: { current: await toAttempt(db.kysely, attempt, { now, viewer }) },
    });
  return toAttempt(db.kysely, attempt, { now, viewer, answers });
}
