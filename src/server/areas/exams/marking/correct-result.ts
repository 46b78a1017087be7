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

interface Correction {
  readonly attempt: AttemptRow;
  /** Names the mark and its version: what is reported once. Null where another notice says it. */
  readonly correction: string | null;
  readonly now: Date;
  readonly reason: string | undefined;
}

/**
 * Recalculates the published result of an attempt after a mark was corrected or a late answer accepted, and
 * notifies the learner with the reason. A pass that is gained
 * counts at once, one that is lost takes nothing back (decision 48). The attempt is locked.
 */
export async function correctResult(
  trx: Transaction<DB>,
  caller: Caller,
  { attempt, correction, now, reason = '' }: Correction,
): Promise<void> {
  const { exam, id, result: before } = attempt;
  const after = await gradeByMarks(trx, attempt);
  if (!after || !before) return;
  await sql`update exam_attempts set passed = ${after.passed}, result = ${JSON.stringify(after)}::jsonb
    where id = ${id}`.execute(trx);
  await settleResult(trx, caller, { attempt, exam, now, passed: after.passed });
  await recordAudit(trx, caller, {
    action: 'exam.correct',
    entity: 'exam_attempt',
    entityId: id,
    before: { percent: wholePercent(before.percent), passed: before.passed },
    after: { percent: wholePercent(after.percent), passed: after.passed, reason },
  });
  const place = await selectExamPlace(trx, attempt.section_id);
  if (!place || correction === null) return;
  await announce(trx, {
    kind: 'exam-corrected',
    eventKey: `exam-corrected:${id}:${correction}`,
    to: { userId: attempt.user_id },
    link: examPath(place),
    props: {
      title: place.exam_title,
      course: place.course_title,
      reason,
      before: String(wholePercent(before.percent)),
      after: String(wholePercent(after.percent)),
    },
  });
}
