import type { PublicCertificate } from '#contract/exams/certificates';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';

/** What the state means to somebody who checks it. */
export function stateSentence(certificate: PublicCertificate, school: string): string {
  const { expiresAt, revokedAt, state } = certificate;
  if (state === 'revoked') return m.certificates_says_revoked({ school, date: formatDate(revokedAt ?? '') });
  if (state === 'expired') return m.certificates_says_expired({ school, date: formatDate(expiresAt ?? '') });
  if (state === 'renewed') return m.certificates_says_renewed();
  return state === 'reissued' ? m.certificates_says_reissued() : m.certificates_says_valid({ school });
}

export function kindWord(kind: PublicCertificate['kind']): string {
  return kind === 'course' ? m.certificates_kind_course() : m.certificates_kind_exam();
}

/** LinkedIn's own page for adding a certificate to a profile, filled in. */
export function linkedInAddress(
  { expiresAt, id, issuedAt, title }: PublicCertificate,
  school: string,
  address: string,
): string {
  const issued = new Date(issuedAt);
  const end = expiresAt === null ? null : new Date(expiresAt);
  const fields = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: title,
    organizationName: school,
    issueYear: String(issued.getUTCFullYear()),
    issueMonth: String(issued.getUTCMonth() + 1),
    ...(end && {
      expirationYear: String(end.getUTCFullYear()),
      expirationMonth: String(end.getUTCMonth() + 1),
    }),
    certUrl: address,
    certId: id,
  });
  return `https://www.linkedin.com/profile/add?${fields}`;
}
