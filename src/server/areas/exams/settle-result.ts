import type { Transaction } from 'kysely';
import type { Exam } from '#domain/courses/exam';
import { countedResult } from '#domain/exams/counted-result';
import { recordSectionResult } from '#server/areas/learning/record-section-result';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { type AttemptRow, selectOwnAttempts } from './sql.ts';

/**
 * What follows from a result: when what the attempts come to is passed, the section is done. It stays done whatever a later
 * attempt brings.
 */
export async function settleResult(
  trx: Transaction<DB>,
  caller: Caller,
  { attempt, exam, now }: { attempt: AttemptRow; exam: Exam; now: Date },
): Promise<void> {
  const { section_id: sectionId, user_id: userId } = attempt;
  const attempts = (await selectOwnAttempts(trx, { sectionId, userId })).filter(({ waiting }) => !waiting);
  const counted = countedResult(attempts, { counts: exam.settings.counts, passMark: exam.passMark });
  if (!counted?.passed) return;
  await recordSectionResult(trx, caller, {
    userId: attempt.user_id,
    courseId: attempt.course_id,
    sectionId: attempt.section_id,
    now,
  });
}
