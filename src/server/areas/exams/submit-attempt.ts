import type { ExamAttempt } from '#contract/exams';
import { signedIn } from '#server/areas/accounts/signed-in';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { closeAttempt } from './close-attempt.ts';
import { selectAttempt } from './sql.ts';
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
  const row = await db.transaction(async (trx) => {
    const own = await selectAttempt(trx, id);
    if (own?.user_id !== userId) throw new Failure('ATTEMPT_NOT_FOUND');
    await closeAttempt(trx, caller, { id, now });
    return (await selectAttempt(trx, id)) ?? own;
  });
  return toAttempt(db.kysely, row, now);
}
