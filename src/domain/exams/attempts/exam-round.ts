import { type CertificateFacts, isRenewable } from '../../certificates/certificate-state.ts';

/** A certificate that asks for an exam: that of the exam itself, or that of a course to which it counts. */
export interface ExamCertificate extends CertificateFacts {
  readonly issuedAt: Date;
}

/**
 * Since when attempts at an exam count for who holds, or held, these certificates; null: since ever. A new round begins when a
 * certificate can be renewed, counts what was ended since that one was issued, and lasts until the next one begins.
 */
export function roundStart(certificates: readonly ExamCertificate[], now: Date): Date | null {
  const renewed = certificates.filter((each) => each.replacedFor === 'renewal' || isRenewable(each, now));
  return renewed.reduce<Date | null>(
    (last, { issuedAt }) => (last === null || issuedAt > last ? issuedAt : last),
    null,
  );
}

/** Whether an attempt belongs to the round that began then; one that goes on always does. */
export function isOfRound(submittedAt: Date | null, since: Date | null): boolean {
  return since === null || submittedAt === null || submittedAt > since;
}

/** How many attempts these are, given by their ends, and when the last of them ended. */
export function takenOf(ends: readonly (Date | null)[]): {
  readonly count: number;
  readonly lastEnd: Date | null;
} {
  const times = ends.flatMap((end) => (end === null ? [] : [end.getTime()]));
  return { count: ends.length, lastEnd: times.length === 0 ? null : new Date(Math.max(...times)) };
}
