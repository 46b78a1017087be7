import type { Transaction } from 'kysely';
import { recordSectionResult } from '#server/areas/learning/record-section-result';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import type { AttemptRow } from './sql.ts';

/** What follows from a result: who has passed has done the section. */
export async function settleResult(
  trx: Transaction<DB>,
  caller: Caller,
  { attempt, now, passed }: { attempt: AttemptRow; passed: boolean; now: Date },
): Promise<void> {
  if (!passed) return;
  await recordSectionResult(trx, caller, {
    userId: attempt.user_id,
    courseId: attempt.course_id,
    sectionId: attempt.section_id,
    now,
  });
}
