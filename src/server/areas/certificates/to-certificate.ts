import type { OwnCertificate } from '#contract/exams/certificates';
import { type CertificateFacts, certificateState, isRenewable } from '#domain/certificates/certificate-state';
import type { CertificateRow } from './sql.ts';

type Dated = Pick<CertificateRow, 'expires_at' | 'revoked_at' | 'replaced_for'>;

/** What decides its state. */
export function factsOf({ expires_at, replaced_for, revoked_at }: Dated): CertificateFacts {
  return { expiresAt: expires_at, revokedAt: revoked_at, replacedFor: replaced_for };
}

/** What a list shows of a certificate. */
export function toCertificate(row: CertificateRow, now: Date): OwnCertificate {
  return {
    id: row.id,
    kind: row.kind,
    courseId: row.course_id,
    title: row.title,
    courseTitle: row.course_title,
    achievedAt: row.achieved_at.toISOString(),
    issuedAt: row.issued_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    state: certificateState(factsOf(row), now),
    renewable: isRenewable(factsOf(row), now),
  };
}
