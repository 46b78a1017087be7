import type { Api } from '#web/lib/api/api-client.ts';
import { type FailureCode, failureCode } from '#web/lib/api/api-error.ts';
import { replyInTime } from '../attempt/reply-in-time.ts';
import { forgetWaiting, readWaiting, refuseWaiting, waitedFor } from '../attempt/waiting-answers.ts';

/** No evidence: the same again is refused again. */
const REFUSED: ReadonlySet<FailureCode> = new Set([
  'BAD_INPUT',
  'BODY_TOO_LARGE',
  'LATE_NOT_TAKEN',
  'QUESTION_NOT_FOUND',
]);
/** Every repetition says again how long the answer waited. */
const ONCE = { context: { once: true } };

export interface LateSent {
  /** Answers that a marker can look at now. */
  readonly kept: number;
  /** Answers that the server will never take. */
  readonly refused: number;
  /** Answers that are still here alone. */
  readonly unsent: number;
}

/**
 * Gives what pages of this browser kept of an ended attempt to its marker. What the server has is forgotten here, what could
 * not be sent stays, and what was refused stays to be read. Two tabs that send the same do no harm: it is kept once.
 */
export async function sendLate(api: Api, attemptId: string): Promise<LateSent> {
  let [kept, refused] = [0, 0];
  for (const [writer, waiting] of readWaiting(attemptId))
    for (const [question, { answer, seq, ...times }] of Object.entries(waiting)) {
      try {
        const given = { writer, question, answer: mutable(answer), waited: waitedFor(times) };
        const reply = await api.exams.late(
          { id: attemptId, ...given },
          { ...ONCE, signal: replyInTime(answer) },
        );
        kept += reply.kept ? 1 : 0;
        forgetWaiting(attemptId, writer, { question, seq });
      } catch (error) {
        const code = failureCode(error);
        if (code === null || !REFUSED.has(code)) return { kept, refused, unsent: countUnsent(attemptId) };
        refused += 1;
        refuseWaiting(attemptId, writer, { question, seq });
      }
    }
  return { kept, refused, unsent: countUnsent(attemptId) };
}

/** How many answers to an attempt are in this browser alone, and may be taken. */
export function countUnsent(attemptId: string): number {
  return readWaiting(attemptId).reduce((sum, [, waiting]) => sum + Object.keys(waiting).length, 0);
}

function mutable(answer: unknown): string | string[] | Record<string, string> {
  return answer as string | string[] | Record<string, string>;
}
