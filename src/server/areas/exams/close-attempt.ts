import { sql, type Transaction } from 'kysely';
import { gradeExam } from '#domain/exams/grade-exam';
import { storedExam } from '#server/areas/courses/stored-exam';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { insertWaiting } from './marking-sql.ts';
import { realAnswers } from './real-answers.ts';
import { settleResult } from './settle-result.ts';
import { selectAttempt } from './sql.ts';

/**
 * Grades an attempt from its last saved answers and ends it; does nothing for one that is ended. Whoever comes second
 * waits for the first and finds its result. What people mark waits for them, and the result with it.
 */
export async function closeAttempt(
  trx: Transaction<DB>,
  caller: Caller,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const { rows } = await sql`
    select 1 from exam_attempts where id = ${id} and submitted_at is null for update`.execute(trx);
  if (rows.length === 0) return;
  const attempt = await selectAttempt(trx, id);
  const exam = storedExam(attempt?.exam);
  if (!attempt || !exam) return;
  const result = gradeExam(exam, await realAnswers(trx, id, exam));
  const waits = result.waiting.length > 0;
  const isLate = attempt.deadline_at !== null && attempt.deadline_at <= now;
  const endedBy = isLate ? 'deadline' : 'candidate';
  const endedAt = isLate ? attempt.deadline_at : now;
  await sql`update exam_attempts set submitted_at = ${endedAt}, ended_by = ${endedBy}, passed = ${result.passed},
    waiting = ${waits}, result = ${JSON.stringify(result)}::jsonb where id = ${id}`.execute(trx);
  if (waits) await insertWaiting(trx, { attemptId: id, questions: result.waiting, now });
  await settleResult(trx, caller, { attempt, exam, now, passed: result.passed });
  await recordAudit(trx, caller, {
    action: 'exam.submit',
    entity: 'exam_attempt',
    entityId: id,
    after: waits
      ? { waiting: result.waiting.length, endedBy }
      : { percent: result.percent, passed: result.passed, endedBy },
  });
}
