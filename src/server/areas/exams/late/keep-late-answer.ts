import { answerFingerprint } from '#domain/exams/attempts/answer-fingerprint';
import { answerLength, maxAnswerLength } from '#domain/exams/attempts/answer-length';
import { isLateAnswer } from '#domain/exams/attempts/late-answer';
import { byPlace } from '#domain/exams/kinds/choice-id';
import type { Answer } from '#domain/exams/kinds/kind';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { recordAudit } from '#server/db/audit';
import type { Reader } from '#server/db/client';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { loadOwnAttempt } from '../attempts/load-own-attempt.ts';
import { selectFiles } from '../marking/marking-sql.ts';
import { realAnswers } from '../paper/real-answers.ts';
import { type AttemptRow, lockAttempt } from '../sql.ts';
import { insertLate, isAnsweredLater } from './late-sql.ts';

interface Given {
  readonly id: string;
  readonly writer: string;
  readonly question: string;
  readonly answer: Answer;
  /** How long it waited on the device, in ms. */
  readonly waited: number;
}

/**
 * Keeps an answer that was typed before the deadline and arrives after it, for a marker to accept or decline. The same again
 * is kept once; what counts already, or was answered later elsewhere, is not kept. Fails with ATTEMPT_NOT_FOUND,
 * QUESTION_NOT_FOUND, BAD_INPUT, and with LATE_NOT_TAKEN for what is no evidence: see src/domain/exams/attempts/late-answer.ts.
 */
export async function keepLateAnswer(
  { clock, db }: Services,
  caller: Caller,
  { id, waited, ...given }: Given,
): Promise<{ kept: boolean }> {
  const { userId } = signedIn(caller);
  const now = clock.now();
  const typedAt = new Date(now.getTime() - waited);
  const { question } = given;
  // Ends and grades it first, where nobody did since the deadline.
  const attempt = await loadOwnAttempt(db, caller, { id, userId, now });
  const times = { typedAt, receivedAt: now };
  if (!isLateAnswer(endOf(attempt), times)) throw new Failure('LATE_NOT_TAKEN');
  await checkAnswer(db.kysely, attempt, given);
  return db.transaction(async (trx) => {
    // One after the other, and after a decision that is under way.
    const locked = await lockAttempt(trx, { id, userId });
    if (!locked) throw new Failure('ATTEMPT_NOT_FOUND');
    const counting = (await realAnswers(trx, id, locked.exam)).get(question);
    if (answerFingerprint(counting) === answerFingerprint(given.answer)) return { kept: false };
    const late = { ...given, attemptId: id, typedAt, now };
    if (await isAnsweredLater(trx, late)) return { kept: false };
    const done = await insertLate(trx, late);
    if (done === 'full') throw new Failure('LATE_NOT_TAKEN');
    if (done === 'added')
      await recordAudit(trx, caller, {
        action: 'exam.late-answer',
        entity: 'exam_attempt',
        entityId: id,
        after: { question, typedAt: typedAt.toISOString() },
      });
    return { kept: true };
  });
}

function endOf({ deadline_at: deadlineAt, ended_by: endedBy, started_at: startedAt }: AttemptRow) {
  return { deadlineAt, endedBy, startedAt };
}

/** What could not have been saved in time is not taken afterwards. */
async function checkAnswer(
  db: Reader,
  { asked, current_question: open, id }: AttemptRow,
  { answer, question }: Pick<Given, 'answer' | 'question'>,
): Promise<void> {
  const found = asked.questions.find((each) => each.id === question);
  if (!found) throw new Failure('QUESTION_NOT_FOUND');
  const max = maxAnswerLength(found.kind);
  if (answerLength(answer) > max)
    throw new Failure('BAD_INPUT', {
      fields: { answer: m.faults_must_have_at_most_characters({ number: max }) },
    });
  if (open !== null && open !== question) throw new Failure('LATE_NOT_TAKEN');
  if (found.kind !== 'file') return;
  const files = await selectFiles(db, id);
  const named = byPlace(answer).file;
  if (!files.some((file) => file.id === named && file.question === question))
    throw new Failure('LATE_NOT_TAKEN');
}
