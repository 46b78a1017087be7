import type { Answer } from '#domain/exams/kinds/kind';
import { signedIn } from '#server/areas/accounts/signed-in';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { insertAnswer, selectAttempt } from './sql.ts';

interface Given {
  readonly id: string;
  readonly writer: string;
  readonly seq: number;
  readonly question: string;
  readonly answer: Answer;
}

/**
 * Keeps an answer; when this answers, it is on disk. The same again is kept once. Fails with ATTEMPT_CLOSED after the
 * deadline of the server's clock and after handing in, and with ATTEMPT_NOT_FOUND.
 */
export async function saveAnswer(
  { clock, db }: Services,
  caller: Caller,
  { id, ...given }: Given,
): Promise<{ seq: number }> {
  const { userId } = signedIn(caller);
  if (await insertAnswer(db, { ...given, attemptId: id, userId, now: clock.now() }))
    return { seq: given.seq };
  const attempt = await selectAttempt(db.kysely, id);
  throw new Failure(attempt?.user_id === userId ? 'ATTEMPT_CLOSED' : 'ATTEMPT_NOT_FOUND');
}
