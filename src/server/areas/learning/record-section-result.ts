import type { Transaction } from 'kysely';
import { canReceiveCertificate } from '#domain/access/content/can-receive-certificate';
import { issueCertificates } from '#server/areas/certificates/issue-certificates';
import { recordAudit } from '#server/db/audit';
import type { Decider } from '#server/db/complete-course';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { type Finishing, finishSection } from './sql.ts';

type Passed = Finishing & { readonly by: Decider };

/**
 * Notes that somebody passed an exam (or whatever else decides a section for the learner), in the transaction that decides.
 * Twice is once; who does not study the course has nothing to note it in, and what was passed as an exam or a lab is nothing
 * where the section is the other one by now.
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
