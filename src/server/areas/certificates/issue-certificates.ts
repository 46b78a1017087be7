import type { Transaction } from 'kysely';
import { canReceiveCertificate } from '#domain/access/content/can-receive-certificate';
import type { Decision } from '#domain/access/decision';
import { certificatePath } from '#domain/certificates/certificate-path';
import { expiryDate } from '#domain/certificates/expiry-date';
import { announce } from '#server/db/announce';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller } from '#server/services';
import { earnedProof } from './earned-proof.ts';
import { selectEarned, selectHolder } from './earned-sql.ts';
import { insertCertificate } from './sql.ts';

interface Person {
  readonly userId: string;
  readonly courseId: string;
  readonly now: Date;
}

/**
 * Issues what somebody has earned in a course and has no certificate for, in the transaction that completes it or at a
 * later visit. Twice is once. Answers the new ones, and whether this person may have any.
 */
export async function issueCertificates(
  trx: Transaction<DB>,
  caller: Caller,
  { courseId, now, userId }: Person,
): Promise<{ ids: string[]; decision: Decision | null }> {
  const holder = await selectHolder(trx, { userId, courseId });
  if (!holder) return { ids: [], decision: null };
  const decision = canReceiveCertificate({ tier: holder.tier, isAdmin: holder.is_admin }, holder);
  const earned = decision.allowed && (await selectEarned(trx, { userId, courseId }));
  if (!earned) return { ids: [], decision };
  const { certificate_months, course_title, name } = holder;
  const frozen = { userId, courseId, name, courseTitle: course_title, issuedAt: now };
  const expiresAt = expiryDate(now, certificate_months);
  const wanted = earned.exams.map((exam) => ({
    kind: 'exam' as const,
    sectionId: exam.id,
    title: exam.title,
    achievedAt: new Date(exam.passedAt),
    proof: earnedProof({ sections: null, exams: [exam] }),
  }));
  const course = earned.completed_at && {
    kind: 'course' as const,
    sectionId: null,
    title: course_title,
    achievedAt: earned.completed_at,
    proof: earnedProof(earned.proof),
  };
  const ids: string[] = [];
  for (const each of course ? [course, ...wanted] : wanted) {
    const id = await insertCertificate(trx, { ...frozen, ...each, expiresAt });
    if (id === null) continue;
    ids.push(id);
    await recordAudit(trx, caller, {
      action: 'certificate.issue',
      entity: 'certificate',
      entityId: id,
      after: { kind: each.kind, courseId, userId },
    });
    if (each.kind === 'course')
      await announce(trx, {
        kind: 'certificate-issued',
        eventKey: `certificate-issued:${id}`,
        to: { userId },
        link: certificatePath(id),
        props: { title: each.title },
      });
  }
  return { ids, decision };
}
