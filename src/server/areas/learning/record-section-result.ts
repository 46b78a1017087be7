import { sql, type Transaction } from 'kysely';
import { issueCertificates } from '#server/areas/certificates/issue-certificates';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { finishSection } from './sql.ts';

interface Passed {
  readonly userId: string;
  readonly courseId: string;
  readonly sectionId: string;
  readonly now: Date;
}

/**
 * Notes that somebody passed an exam (or whatever else decides a section for the learner), in the transaction that decides.
 * Twice is once; who does not study the course has nothing to note it in.
 */
export async function recordSectionResult(
  trx: Transaction<DB>,
  caller: Caller,
  { courseId, now, sectionId, userId }: Passed,
): Promise<void> {
  // The enrolment is locked before the progress, as whoever else writes progress does it.
  const { numAffectedRows } = await sql`
    insert into section_progress (user_id, section_id, course_id, position_at)
    select user_id, ${sectionId}::uuid, course_id, ${now} from enrolments where user_id = ${userId} and course_id = ${courseId}
    for update
    on conflict (user_id, section_id) do update set position_at = section_progress.position_at`.execute(trx);
  if (numAffectedRows === 0n) return;
  const completed = await finishSection(trx, { userId, courseId, sectionId, now });
  if (completed)
    await recordAudit(trx, caller, { action: 'course.complete', entity: 'course', entityId: courseId });
  await issueCertificates(trx, caller, { userId, courseId, now });
}
