import type { CertificateProof } from '#contract/exams/certificates';
import { shownPercent } from '#domain/certificates/shown-percent';
import { wholePercent } from '#domain/exams/results/whole-percent';
import type { EarnedProof } from './earned-sql.ts';

/** What a new certificate says was achieved: of each exam the percentage that counts, as it is shown everywhere. */
export function earnedProof({ exams, sections }: EarnedProof): CertificateProof {
  return {
    sections,
    exams: exams.map(({ attempts, counts, passMark, title }) => ({
      title,
      percent: wholePercent(shownPercent(attempts, { counts, passMark })),
    })),
  };
}
