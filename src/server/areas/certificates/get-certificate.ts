import type { PublicCertificate } from '#contract/exams/certificates';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { certificateToShare, shareAddress } from '#server/share-address';
import { toProof } from './credentials/to-proof.ts';
import { selectCertificate } from './sql.ts';
import { toCertificate } from './to-certificate.ts';

/** A certificate, for everybody who has its address. Fails with CERTIFICATE_NOT_FOUND. */
export async function getCertificate(
  { clock, db, settings }: Services,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<PublicCertificate> {
  const row = await selectCertificate(db.kysely, id);
  if (!row) throw new Failure('CERTIFICATE_NOT_FOUND');
  const { courseId: _, ...shown } = toCertificate(row, clock.now());
  const own = viewer.kind === 'member' && viewer.userId === row.user_id;
  // Who changed the name does not want the old one to be found.
  const name = row.replaced_for === 'name' ? null : row.holder_name;
  return {
    ...shown,
    name,
    shareImage: shareAddress(certificateToShare({ ...shown, name }), await settings.current()),
    proof: toProof(row.proof),
    courseSlug: row.course_slug,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedReason: row.revoked_reason,
    replacedBy: row.replaced_by,
    listed: row.is_listed,
    own,
    renewable: own && shown.renewable,
  };
}
