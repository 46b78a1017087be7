import type { CertificateProof } from '#contract/exams/certificates';
import { wholePercent } from '#domain/exams/results/whole-percent';

/** What was done for a certificate, with percentages as they are shown everywhere; older certificates keep decimals. */
export function toProof({ exams, sections }: CertificateProof): CertificateProof {
  return { sections, exams: exams.map(({ percent, title }) => ({ title, percent: wholePercent(percent) })) };
}
