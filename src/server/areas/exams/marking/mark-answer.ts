import { sql, type Transaction } from 'kysely';
import type { MarkedAnswer } from '#contract/exams/marking';
import { canAdminister } from '#domain/access/can-administer';
import { partOf } from '#domain/exams/marking/rubric';
import { rubricOf } from '#domain/exams/marking/rubric-of';
import { shownPoints } from '#domain/exams/results/rounded';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { selectCodeRuns } from '../code/code-sql.ts';
import { lockAttempt } from '../sql.ts';
import { correctResult } from './correct-result.ts';
import { finishMarking } from './finish-marking.ts';
import { getMarkedAnswer } from './get-marked-answer.ts';
import { isLastMark, selectMark } from './marking-sql.ts';

interface Input {
  readonly attemptId: string;
  readonly question: string;
  readonly version: number;
  readonly levels?: readonly number[] | undefined;
  readonly points?: number | undefined;
  readonly outOf?: number | undefined;
  readonly comment: string;
  readonly publish?: boolean | undefined;
  readonly reason?: string | undefined;
}

/**
 * Marks an answer. Of two markers at one moment the second is shown what the first gave, and so is who did not expect to
 * publish the result, or gave points out of others than the question is worth by now. The last mark of an attempt publishes it; after that a mark is corrected with a reason, which the
 * learner is notified. Fails with ATTEMPT_NOT_FOUND, VERSION_CONFLICT, RESULT_FINAL and BAD_INPUT.
 */
export async function markAnswer(services: Services, caller: Caller, input: Input): Promise<MarkedAnswer> {
  authorise(canAdminister(caller.viewer));
  const isSaved = await services.db.transaction((trx) => saveMark(trx, caller, input, services.clock.now()));
  const current = await getMarkedAnswer(services, caller, input);
  if (!isSaved) throw new Failure('VERSION_CONFLICT', { data: { current } });
  return current;
}

async function saveMark(trx: Transaction<DB>, caller: Caller, input: Input, now: Date): Promise<boolean> {
  const { attemptId, comment, levels, points, publish, question: id, reason } = input;
  // Markers of one attempt come one after the other, so that one of them sees every mark.
  const attempt = await lockAttempt(trx, { id: attemptId });
  const before = await selectMark(trx, { attemptId, question: id });
  const question = attempt?.exam.questions.find((each) => each.id === id);
  const rubric = question ? rubricOf(question) : null;
  if (!attempt || !before || !question || !rubric) throw new Failure('ATTEMPT_NOT_FOUND');
  const { points: most } = question;
  if (isOutdated(input, { ...before, most })) return false;
  if (!attempt.waiting && !reason) throw new Failure('RESULT_FINAL');
  if (attempt.waiting && publish === false && (await isLastMark(trx, input))) return false;
  // What is shown is rounded: sent back, it changes nothing.
  const stays = rubric.length === 0 && before.part !== null && points === shownPoints(before.part, most);
  // Code that corrected checks could not judge waits for a person: now it has one, even where the points stay.
  const isUnjudged =
    question.kind === 'code' && (await selectCodeRuns(trx, attemptId)).get(id)?.state === 'failed';
  const part = stays
    ? before.part
    : partOf({ points: most, rubric }, levels ? { levels } : { points: points ?? Number.NaN });
  if (part === null)
    throw new Failure('BAD_INPUT', {
      fields: { [rubric.length > 0 ? 'levels' : 'points']: m.faults_doesnt_belong_to_this_question() },
    });
  await sql`update exam_marks set part = ${part}, levels = ${levels ? JSON.stringify(levels) : null}::jsonb,
    comment = ${comment}, run_id = case when ${stays && !isUnjudged} then run_id end, version = version + 1, marker_id = ${signedIn(caller).userId}, marked_at = ${now}
    where attempt_id = ${attemptId} and question = ${id}`.execute(trx);
  await recordAudit(trx, caller, {
    action: 'exam.mark',
    entity: 'exam_attempt',
    entityId: attemptId,
    before: { question: id, part: before.part, levels: before.levels, comment: before.comment },
    after: { question: id, part, levels: levels ?? null, comment, ...(!attempt.waiting && { reason }) },
  });
  if (attempt.waiting) {
    await finishMarking(trx, caller, { attempt, now });
    return true;
  }
  // Who confirms what checks could not judge again changes nothing that the learner sees.
  const isNews = !(stays && isUnjudged && comment === before.comment);
  const correction = isNews ? `${id}:${before.version + 1}` : null;
  await correctResult(trx, caller, { attempt, correction, now, reason });
  return true;
}

/** Whether somebody marked the answer since it was read, or a regrade changed what its question is worth. */
function isOutdated({ outOf, version }: Input, now: { version: number; most: number }): boolean {
  return version !== now.version || (outOf ?? now.most) !== now.most;
}
