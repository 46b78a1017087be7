import { canAdminister } from '#domain/access/can-administer';
import { certificatePath } from '#domain/certificates/certificate-path';
import { authorise } from '#server/authorise';
import { announce } from '#server/db/announce';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import {
  insertCertificate,
  lockCertificate,
  lockRenewed,
  replaceCertificate,
  selectHolderAccount,
  vacateCertificates,
} from './sql.ts';

/**
 * Reissues a certificate under the present name of its holder, with all its dates; the old one, and those that it renewed, count
 * no more and tell no name. One that was revoked by mistake comes back so. Fails with CERTIFICATE_NOT_FOUND and CERTIFICATE_CLOSED.
 */
export async function reissueCertificate(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const old = await lockCertificate(trx, id);
    if (!old) throw new Failure('CERTIFICATE_NOT_FOUND');
    if (old.user_id === null || old.replaced_for !== null) throw new Failure('CERTIFICATE_CLOSED');
    const holder = await selectHolderAccount(trx, old.user_id);
    if (!holder) throw new Failure('CERTIFICATE_CLOSED');
    await vacateCertificates(trx, { ids: [id, ...(await lockRenewed(trx, id))], reason: 'name' });
    const written = await insertCertificate(trx, {
      userId: old.user_id,
      kind: old.kind,
      courseId: old.course_id,
      sectionId: old.section_id,
      name: holder.name,
      title: old.title,
      courseTitle: old.course_title,
      proof: old.proof,
      achievedAt: old.achieved_at,
      issuedAt: old.issued_at,
      expiresAt: old.expires_at,
    });
    if (written === null) throw new Failure('CERTIFICATE_CLOSED');
    await replaceCertificate(trx, { id, by: written, reason: 'name' });
    await announce(trx, {
      kind: 'certificate-issued',
      eventKey: `certificate-issued:${written}`,
      to: { userId: old.user_id },
      link: certificatePath(written),
      props: { title: old.title },
    });
    await recordAudit(trx, caller, {
      action: 'certificate.reissue',
      entity: 'certificate',
      entityId: id,
      after: { replacedBy: written },
    });
    return { id: written };
  });
}
