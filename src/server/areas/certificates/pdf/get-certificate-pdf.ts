import type { CertificateProof } from '#contract/exams/certificates';
import { certificatePath } from '#domain/certificates/certificate-path';
import { slugOf } from '#domain/courses/slug';
import { language } from '#domain/language';
import { longDate } from '#domain/long-dates';
import { accentOnPaper } from '#domain/site/theme';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { toProof } from '../credentials/to-proof.ts';
import { type CertificateRow, selectCertificate } from '../sql.ts';
import type { PdfWords } from './draw-certificate-pdf.ts';
import { makeCertificatePdf } from './make-certificate-pdf.ts';

/**
 * A certificate to print, in A4 or Letter. Fails with CERTIFICATE_NOT_FOUND, with CERTIFICATE_CLOSED for one that was revoked
 * or names nobody, and with RATE_LIMITED when too many are drawn.
 */
export async function getCertificatePdf(
  { config, db, settings }: Services,
  { id, paper }: { id: string; paper: 'a4' | 'letter' },
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  const row = await selectCertificate(db.kysely, id);
  if (!row) throw new Failure('CERTIFICATE_NOT_FOUND');
  const { holder_name: name } = row;
  if (row.revoked_at !== null || row.replaced_for === 'name' || name === null)
    throw new Failure('CERTIFICATE_CLOSED');
  const site = await settings.current();
  const bytes = await makeCertificatePdf({
    paper,
    accent: accentOnPaper(site.theme.accent, site.school.color),
    issuedAt: row.issued_at.toISOString(),
    words: wordsOf(
      { ...row, holder_name: name },
      site.school.name,
      `${config.publicUrl}${certificatePath(id)}`,
    ),
  });
  const file = slugOf(row.title) || id;
  resHeaders.set('content-type', 'application/pdf');
  resHeaders.set('content-disposition', `attachment; filename="certificate-${file}.pdf"`);
  resHeaders.set('content-length', String(bytes.length));
  return new Blob([bytes]).stream();
}

function wordsOf(row: CertificateRow & { holder_name: string }, school: string, address: string): PdfWords {
  const isCourse = row.kind === 'course';
  return {
    language: language(),
    school,
    kind: isCourse ? m.certificates_kind_course() : m.certificates_kind_exam(),
    opening: m.certificates_this_certifies(),
    name: row.holder_name,
    verb: isCourse ? m.certificates_completed() : m.certificates_passed(),
    title: row.title,
    course: isCourse ? null : m.certificates_of_course({ title: row.course_title }),
    shownTitle: m.certificates_proved(),
    ...shownOf(toProof(row.proof)),
    facts: [
      [m.certificates_achieved(), longDate(row.achieved_at)],
      [m.certificates_issued(), longDate(row.issued_at)],
      [m.certificates_expires(), row.expires_at ? longDate(row.expires_at) : m.certificates_no_end()],
    ],
    check: m.certificates_check(),
    address,
    incomplete: m.certificates_pdf_incomplete(),
  };
}

function shownOf({ exams, sections }: CertificateProof): Pick<PdfWords, 'shown' | 'more'> {
  const shown = [
    ...(sections === null ? [] : [[m.certificates_sections({ count: sections }), ''] as const]),
    ...exams.map(({ percent, title }) => {
      const reached = m.certificates_exam_reached({ percent: String(percent) });
      return [title, `: ${reached}`] as const;
    }),
  ];
  return { shown, more: shown.map((_, index) => m.certificates_pdf_more({ count: index + 1 })) };
}
