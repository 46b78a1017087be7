import type { Transaction } from 'kysely';
import type { Answer } from '#domain/exams/kinds/kind';
import { gradeExam } from '#domain/exams/results/grade-exam';
import { wholePercent } from '#domain/exams/results/whole-percent';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { queueCode } from '../code/queue-code.ts';
import { insertWaiting } from '../marking/marking-sql.ts';
import { realAnswers } from '../paper/real-answers.ts';
import { type AttemptRow, lockAttempt } from '../sql.ts';
import { endAttempt } from './end-attempt-sql.ts';
import { settleResult } from './settle-result.ts';
import { unseenAnswers } from './unseen-answers.ts';

interface Closing {
  readonly id: string;
  readonly now: Date;
  /** Closes no attempt of anybody else. */
  readonly userId?: string;
  /** What the learner sees, by fingerprint: where other answers would be graded, and time is left, nothing happens. */
  readonly seen?: Readonly<Record<string, string>> | undefined;
}
interface Closed {
  readonly attempt: AttemptRow;
  /** What it was graded by; left out when it was ended before. */
  readonly answers?: ReadonlyMap<string, Answer>;
  /** Not ended: these questions have other answers than were seen. */
  readonly newer?: readonly string[];
}

/**
 * Grades an attempt from its last saved answers and ends it; does nothing for one that is ended. A second call
 * waits for the first and finds its result. What people mark waits for them, and the result with it. Answers the attempt
 * as it is then; nothing when there is none.
 */
export async function closeAttempt(
  trx: Transaction<DB>,
  caller: Caller,
  { id, now, seen, userId }: Closing,
): Promise<Closed | undefined> {
  const attempt = await lockAttempt(trx, { id, userId });
  if (!attempt || attempt.submitted_at) return attempt && { attempt };
  const { exam } = attempt;
  // Asked after the lock was waited for: an answer that was being saved meanwhile is seen.
  const answers = await realAnswers(trx, id, exam);
  const isLate = attempt.deadline_at !== null && attempt.deadline_at <= now;
  const newer = seen && !isLate ? unseenAnswers(attempt, { answers, seen }) : [];
  if (newer.length > 0) return { attempt, newer };
  const result = gradeExam(exam, answers);
  const waiting = result.waiting.length > 0;
  const ended = {
    submitted_at: isLate ? attempt.deadline_at : now,
    ended_by: isLate ? ('deadline' as const) : ('candidate' as const),
    has_passed: attempt.has_passed || result.passed,
    result,
    waiting,
  };
  const { ended_by: endedBy, submitted_at } = ended;
  const after = waiting
    ? { waiting: result.waiting.length, endedBy }
    : { percent: wholePercent(result.percent), passed: result.passed, endedBy };
  await endAttempt(trx, caller, {
    id,
    submitted_at,
    ended_by: endedBy,
    passed: result.passed,
    waiting,
    result,
    after,
  });
  if (waiting) {
    await insertWaiting(trx, { attemptId: id, questions: result.waiting, now });
    await queueCode(trx, { attempt, exam, answers, questions: result.waiting, now });
  }
  await settleResult(trx, caller, { attempt, exam, now, passed: result.passed });
  return { attempt: { ...attempt, ...ended }, answers };
}
