import { sql, type Transaction } from 'kysely';
import { examPath } from '#domain/courses/paths';
import { wholePercent } from '#domain/exams/results/whole-percent';
import { announce } from '#server/db/announce';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { settleResult } from '../attempts/settle-result.ts';
import type { AttemptRow } from '../sql.ts';
import { gradeByMarks } from './grade-by-marks.ts';
import { selectExamPlace } from './marking-sql.ts';

/** Makes the result of an attempt final once its last answer is marked, and notifies the learner. The attempt is locked. */
export async function finishMarking(
  trx: Transaction<DB>,
  caller: Caller,
  { attempt, now }: { attempt: AttemptRow; now: Date },
): Promise<void> {
  const { exam } = attempt;
  const result = await gradeByMarks(trx, attempt);
  if (!result) return;
  await sql`update exam_attempts set waiting = false, passed = ${result.passed},
    result = ${JSON.stringify(result)}::jsonb where id = ${attempt.id}`.execute(trx);
  await settleResult(trx, caller, { attempt, exam, now, passed: result.passed });
  await recordAudit(trx, caller, {
    action: 'exam.result',
    entity: 'exam_attempt',
    entityId: attempt.id,
    after: { percent: wholePercent(result.percent), passed: result.passed },
  });
  const place = await selectExamPlace(trx, attempt.section_id);
  if (!place) return;
  await announce(trx, {
    kind: 'exam-marked',
    // Published once more where a late answer was accepted since.
    eventKey: `exam-marked:${attempt.id}:${now.toISOString()}`,
    to: { userId: attempt.user_id },
    link: examPath(place),
    props: { title: place.exam_title, course: place.course_title },
  });
}
