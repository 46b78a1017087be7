import type { Transaction } from 'kysely';
import { canReceiveCertificate } from '#domain/access/content/can-receive-certificate';
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
  passed: Passed,
): Promise<void> {
  const finished = await finishSection(trx, passed);
  if (!finished) return;
  const { courseId } = passed;
  if (finished.completedAt)
    await recordAudit(trx, caller, { action: 'course.complete', entity: 'course', entityId: courseId });
  const { certificate, is_admin: isAdmin, tier } = finished;
  if (canReceiveCertificate({ tier, isAdmin }, { certificate }).allowed)
    await issueCertificates(trx, caller, passed);
}
