import type { Transaction } from 'kysely';
import type { Exam } from '#domain/courses/exam';
import { wasPassed } from '#domain/exams/attempts/was-passed';
import { finalResult } from '#domain/exams/results/counted-result';
import { recordSectionResult } from '#server/areas/learning/record-section-result';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { type AttemptRow, holdEnrolment, selectOwnAttempts } from '../sql.ts';

export type Owned = Pick<AttemptRow, 'user_id' | 'course_id' | 'section_id'>;
/** What decides whether results are a pass. */
export type PassRule = Pick<Exam, 'passMark' | 'settings'>;

/**
 * What follows from a result: when what the attempts come to is passed, the section is done. It stays done whatever a later
 * attempt brings.
 */
export async function settleResult(
  trx: Transaction<DB>,
  caller: Caller,
  { attempt, exam, now, passed }: { attempt: Owned; exam: PassRule; now: Date; passed: boolean },
): Promise<void> {
  if (!(await isPassed(trx, attempt, { exam, passed }))) return;
  await recordSectionResult(trx, caller, {
    userId: attempt.user_id,
    courseId: attempt.course_id,
    sectionId: attempt.section_id,
    by: 'exam',
    now,
  });
}

/**
 * Where the best attempt counts, this one decides; else what all of them come to, or came to after an earlier one: marked
 * late, an attempt brings what it would have brought at once.
 */
async function isPassed(
  trx: Transaction<DB>,
  { course_id: courseId, section_id: sectionId, user_id: userId }: Owned,
  { exam: { passMark, settings }, passed }: { exam: PassRule; passed: boolean },
): Promise<boolean> {
  if (settings.counts === 'best') return passed;
  // Of two results at one moment the second waits for the first, and sees it.
  await holdEnrolment(trx, { courseId, userId });
  const attempts = await selectOwnAttempts(trx, { sectionId, userId });
  return wasPassed(attempts.map(finalResult), { counts: settings.counts, passMark });
}
