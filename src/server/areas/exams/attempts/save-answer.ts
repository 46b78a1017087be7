import { answerLength } from '#domain/exams/attempts/answer-length';
import type { Answer } from '#domain/exams/kinds/kind';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { knownPaper } from '../paper/known-paper.ts';
import { selectAttempt } from '../sql.ts';
import { insertAnswer } from './insert-answer-sql.ts';
import { removeOldAnswers } from './old-answers-sql.ts';

/** Answers that are added to an attempt before old versions are removed. */
const REMOVE_EVERY = 100;

interface Given {
  readonly id: string;
  readonly writer: string;
  readonly seq: number;
  readonly question: string;
  readonly answer: Answer;
  /** How long it waited on the device, in ms. */
  readonly waited?: number;
}

/**
 * Keeps an answer; when this answers, it is on disk. The same again is kept once. What waited without a connection is kept
 * as well, and counts as given when it was given: a later answer of another device stays. Fails with ATTEMPT_CLOSED after the
 * deadline of the server's clock and after handing in, with QUESTION_PASSED where
 * one goes forward only, with QUESTION_NOT_FOUND for what the attempt does not ask, and with ATTEMPT_NOT_FOUND.
 */
export async function saveAnswer(
  { clock, db }: Services,
  caller: Caller,
  { id, waited = 0, ...given }: Given,
): Promise<{ seq: number; counts: boolean }> {
  const { userId } = signedIn(caller);
  const now = clock.now();
  const givenAt = new Date(now.getTime() - waited);
  const paper = await knownPaper(db, id);
  if (paper?.userId !== userId) throw new Failure('ATTEMPT_NOT_FOUND');
  const longest = paper.questions.get(given.question);
  if (longest === undefined) throw new Failure('QUESTION_NOT_FOUND');
  if (answerLength(given.answer) > longest)
    throw new Failure('BAD_INPUT', {
      fields: { answer: m.faults_must_have_at_most_characters({ number: longest }) },
    });
  const { counts, open } = await insertAnswer(db, { ...given, attemptId: id, userId, now, givenAt });
  if (open) {
    paper.added += 1;
    if (paper.added >= REMOVE_EVERY) {
      paper.added = 0;
      await removeOldAnswers(db, id);
    }
    return { seq: given.seq, counts };
  }
  const attempt = await selectAttempt(db.kysely, id);
  if (attempt?.user_id !== userId) throw new Failure('ATTEMPT_NOT_FOUND');
  const isOver = attempt.submitted_at !== null || (attempt.deadline_at !== null && attempt.deadline_at < now);
  throw new Failure(isOver ? 'ATTEMPT_CLOSED' : 'QUESTION_PASSED');
}
