import type { FailureCode } from '#web/lib/api/api-error.ts';
import { failureCode } from '#web/lib/api/api-error.ts';
import type { Waiting } from './waiting-answers.ts';

export type WaitingAnswer = Waiting[string] & { readonly question: string };

/** The answer itself is at fault: the same again is refused again. */
const REFUSED: ReadonlySet<FailureCode> = new Set(['BAD_INPUT', 'BODY_TOO_LARGE']);
/** The attempt went on from this question, or never asked it; the others may still be open. */
const PASSED: ReadonlySet<FailureCode> = new Set(['QUESTION_PASSED', 'QUESTION_NOT_FOUND']);

interface Sending {
  /** What this page gives; what the server has is removed from it. */
  readonly waiting: Waiting;
  /** Questions whose answer the server refused: not sent again before another is given. */
  readonly refused: Set<string>;
  readonly save: (next: WaitingAnswer) => Promise<{ counts: boolean }>;
  /** An answer is on the server, or was refused. */
  readonly onSettled: () => void;
  readonly onNewer: () => void;
  /** Nobody takes an answer to this question any more: it was removed from what waits. */
  readonly onPassed: () => void;
}

/**
 * Sends what waits, first to last. A refused answer stays where it is and stops no other, nor does one to a question that was
 * passed; any other failure is thrown, and the rest waits.
 */
export async function sendAnswers({
  onNewer,
  onPassed,
  onSettled,
  refused,
  save,
  waiting,
}: Sending): Promise<void> {
  for (let next = first(waiting, refused); next; next = first(waiting, refused)) {
    const { question, seq } = next;
    // Another may have been given while this one was under way.
    const isLast = () => waiting[question]?.seq === seq;
    try {
      const { counts } = await save(next);
      if (!counts && isLast()) onNewer();
      if (isLast()) delete waiting[question];
    } catch (error) {
      if (isPassed(error)) {
        delete waiting[question];
        onPassed();
      } else if (!isRefusal(error)) throw error;
      else if (isLast()) refused.add(question);
    }
    onSettled();
  }
}

/** Whether the server will never take this answer. */
export function isRefusal(error: unknown): boolean {
  const code = failureCode(error);
  return code !== null && REFUSED.has(code);
}

/** Whether nobody takes an answer to this question any more. */
export function isPassed(error: unknown): boolean {
  const code = failureCode(error);
  return code !== null && PASSED.has(code);
}

function first(waiting: Waiting, refused: ReadonlySet<string>): WaitingAnswer | undefined {
  const [next] = Object.entries(waiting)
    .filter(([question]) => !refused.has(question))
    .sort(([, a], [, b]) => a.seq - b.seq);
  return next && { question: next[0], ...next[1] };
}
