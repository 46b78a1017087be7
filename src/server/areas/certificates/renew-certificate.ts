import type { Transaction } from 'kysely';
import { canReceiveCertificate } from '#domain/access/content/can-receive-certificate';
import { isRenewable } from '#domain/certificates/certificate-state';
import { expiryDate } from '#domain/certificates/expiry-date';
import { wasPassed } from '#domain/exams/attempts/was-passed';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { earnedProof } from './earned-proof.ts';
import { selectRenewal } from './renewal-sql.ts';
import {
  type CertificateRow,
  insertCertificate,
  lockCertificate,
  replaceCertificate,
  vacateCertificates,
} from './sql.ts';
import { factsOf } from './to-certificate.ts';

/**
 * Renews a certificate near its end, or after it: when every section is done, also those added since, and every exam was
 * passed again. Fails with CERTIFICATE_NOT_FOUND, CERTIFICATE_CLOSED, RENEWAL_TOO_EARLY, CERTIFICATE_NOT_EARNED and
 * TIER_REQUIRED.
 */
export async function renewCertificate(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  const { userId } = signedIn(caller);
  const now = clock.now();
  return db.transaction(async (trx) => {
    const old = await lockCertificate(trx, id);
    if (!old || old.user_id !== userId) throw new Failure('CERTIFICATE_NOT_FOUND');
    if (old.revoked_at !== null || old.replaced_for !== null) throw new Failure('CERTIFICATE_CLOSED');
    if (!isRenewable(factsOf(old), now)) throw new Failure('RENEWAL_TOO_EARLY');
    const renewed = await renew(trx, old, now);
    await recordAudit(trx, caller, {
      action: 'certificate.renew',
      entity: 'certificate',
      entityId: id,
      after: { replacedBy: renewed },
    });
    return { id: renewed };
  });
}

async function renew(trx: Transaction<DB>, old: CertificateRow, now: Date): Promise<string> {
  const shown = await selectRenewal(trx, old);
  if (!shown || old.user_id === null) throw new Failure('CERTIFICATE_NOT_EARNED');
  authorise(canReceiveCertificate({ tier: shown.tier, isAdmin: shown.is_admin }, shown));
  const isFailed = shown.proof.exams.some(
    (exam) => (exam.required || old.kind === 'exam') && !wasPassed(exam.attempts, exam),
  );
  if (shown.open > 0 || isFailed) throw new Failure('CERTIFICATE_NOT_EARNED');
  await vacateCertificates(trx, { ids: [old.id], reason: 'renewal' });
  const renewed = await insertCertificate(trx, {
    userId: old.user_id,
    kind: old.kind,
    courseId: old.course_id,
    sectionId: old.section_id,
    name: shown.name,
    title: old.title,
    courseTitle: old.course_title,
    proof: earnedProof(shown.proof),
    achievedAt: shown.achieved_at ?? now,
    issuedAt: now,
    expiresAt: expiryDate(now, shown.certificate_months),
  });
  if (renewed === null) throw new Failure('CERTIFICATE_CLOSED');
  await replaceCertificate(trx, { id: old.id, by: renewed, reason: 'renewal' });
  return renewed;
}
