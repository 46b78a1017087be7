import { openBadge } from '#domain/certificates/open-badge';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { selectCertificate } from '../sql.ts';
import { signCredential } from './sign-credential.ts';
import { toJwtReply } from './to-jwt-reply.ts';
import { toProof } from './to-proof.ts';

/**
 * A certificate as a signed Open Badges 3.0 credential, to be kept and shown elsewhere. Fails with CERTIFICATE_NOT_FOUND,
 * and with CERTIFICATE_CLOSED for one that does not count or names nobody.
 */
export async function getCredential(
  services: Services,
  { id }: { id: string },
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  const { config, db, settings } = services;
  const row = await selectCertificate(db.kysely, id);
  if (!row) throw new Failure('CERTIFICATE_NOT_FOUND');
  if (row.revoked_at !== null || row.replaced_for === 'name' || row.holder_name === null)
    throw new Failure('CERTIFICATE_CLOSED');
  const issuer = { publicUrl: config.publicUrl, school: (await settings.current()).school.name };
  const badge = openBadge(
    {
      id: row.id,
      kind: row.kind,
      name: row.holder_name,
      title: row.title,
      courseTitle: row.course_title,
      issuedAt: row.issued_at,
      expiresAt: row.expires_at,
      proof: toProof(row.proof),
      statusIndex: row.status_index,
    },
    issuer,
  );
  resHeaders.set('content-disposition', `attachment; filename="certificate-${id}.jwt"`);
  return toJwtReply(await signCredential(services, badge), resHeaders);
}
