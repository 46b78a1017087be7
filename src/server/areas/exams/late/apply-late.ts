import { sql, type Transaction } from 'kysely';
import { isGiven } from '#domain/exams/attempts/is-given';
import { kindOf } from '#domain/exams/kinds/kinds';
import { gradeExam } from '#domain/exams/results/grade-exam';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { queueCode } from '../code/queue-code.ts';
import { correctResult } from '../marking/correct-result.ts';
import { finishMarking } from '../marking/finish-marking.ts';
import { gradeByMarks } from '../marking/grade-by-marks.ts';
import { selectMarks } from '../marking/marking-sql.ts';
import { realAnswers } from '../paper/real-answers.ts';
import type { AttemptRow } from '../sql.ts';
import { insertAccepted, resetMarks, selectLate } from './late-sql.ts';

interface Accepted {
  readonly attempt: AttemptRow;
  /** The late answers that count from here on. */
  readonly ids: readonly string[];
  readonly now: Date;
  readonly reason: string;
}

/**
 * Recalculates the result of an attempt with late answers that were accepted. Where one of them is marked by people the attempt
 * waits for its marker again; a pass that was announced stays with its section (decision 48). The attempt is locked.
 */
export async function applyLate(
  trx: Transaction<DB>,
  caller: Caller,
  { attempt, ids, now, reason }: Accepted,
): Promise<void> {
  const { id, waiting } = attempt;
  await insertAccepted(trx, { attemptId: id, ids });
  await renewMarks(trx, { attempt, ids, now });
  const isComplete = (await gradeByMarks(trx, attempt)) !== null;
  if (!isComplete) await waitForMarks(trx, attempt);
  else if (waiting) await finishMarking(trx, caller, { attempt, now });
  else await correctResult(trx, caller, { attempt, correction: null, now, reason });
}

/** What people mark is marked by the accepted answer; a question that was emptied has no mark. */
async function renewMarks(
  trx: Transaction<DB>,
  { attempt, ids, now }: Omit<Accepted, 'reason'>,
): Promise<void> {
  const { exam, id } = attempt;
  const accepted = new Set(
    (await selectLate(trx, id)).flatMap((row) => (ids.includes(row.id) ? [row.question] : [])),
  );
  const answers = await realAnswers(trx, id, exam);
  const byHand = exam.questions
    .filter((question) => accepted.has(question.id) && kindOf(question).isMarkedByHand)
    .map((question) => question.id);
  const given = byHand.filter((question) => isGiven(answers.get(question)));
  const emptied = byHand.filter((question) => !given.includes(question));
  await resetMarks(trx, { attemptId: id, questions: given, now });
  await queueCode(trx, { attempt, exam, answers, questions: given, now });
  await sql`delete from exam_marks where attempt_id = ${id} and question = any(${emptied}::text[])`.execute(
    trx,
  );
}

async function waitForMarks(trx: Transaction<DB>, { exam, id }: AttemptRow): Promise<void> {
  const marks = (await selectMarks(trx, id)).flatMap(({ part, question }) =>
    part === null ? [] : [[question, part] as const],
  );
  const result = gradeExam(exam, await realAnswers(trx, id, exam), new Map(marks));
  await sql`update exam_attempts set waiting = true, passed = false, result = ${JSON.stringify(result)}::jsonb
    where id = ${id}`.execute(trx);
}
