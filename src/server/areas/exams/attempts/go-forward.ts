import { sql } from 'kysely';
import type { ExamAttempt } from '#contract/exams/exams';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { realAnswers } from '../paper/real-answers.ts';
import { toPaper } from '../paper/to-paper.ts';
import { type AttemptRow, lockAttempt } from '../sql.ts';
import { toAttempt } from './to-attempt.ts';
import { unseenAnswers } from './unseen-answers.ts';

/**
 * Leaves a question for good and opens the next; the last one stays open until the exam is submitted. Sent twice, or in two
 * tabs, it moves on once. Fails with ATTEMPT_NOT_FOUND and ATTEMPT_CLOSED, and with VERSION_CONFLICT and the attempt as it is now
 * where the question has another answer than the learner has seen.
 */
export async function goForward(
  { clock, db }: Services,
  caller: Caller,
  { id, question, seen }: { id: string; question: string; seen?: string | undefined },
): Promise<ExamAttempt> {
  const { userId } = signedIn(caller);
  const now = clock.now();
  const { isNewer, row } = await db.transaction<{ row: AttemptRow; isNewer?: boolean }>(async (trx) => {
    const attempt = await lockAttempt(trx, { id, userId });
    if (!attempt) throw new Failure('ATTEMPT_NOT_FOUND');
    if (attempt.submitted_at || (attempt.deadline_at && attempt.deadline_at <= now))
      throw new Failure('ATTEMPT_CLOSED');
    if (attempt.current_question !== question) return { row: attempt };
    const answers = seen === undefined ? undefined : await realAnswers(trx, id, attempt.exam);
    if (answers && unseenAnswers(attempt, { answers, seen: { [question]: seen ?? '' } }).length > 0)
      return { row: attempt, isNewer: true };
    const paper = toPaper(attempt.asked, attempt);
    const next = paper[paper.findIndex((each) => each.id === question) + 1];
    if (!next) return { row: attempt };
    await sql`update exam_attempts set current_question = ${next.id} where id = ${id}`.execute(trx);
    await recordAudit(trx, caller, {
      action: 'exam.next',
      entity: 'exam_attempt',
      entityId: id,
      before: { question },
      after: { question: next.id },
    });
    return { row: { ...attempt, current_question: next.id } };
  });
  const current = await toAttempt(db.kysely, row, { now, viewer: caller.viewer });
  if (isNewer) throw new Failure('VERSION_CONFLICT', { data: { current } });
  return current;
}
