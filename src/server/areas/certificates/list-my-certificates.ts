import type { DueCertificate, OwnCertificate } from '#contract/exams/certificates';
import { canReceiveCertificate } from '#domain/access/content/can-receive-certificate';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import type { Caller, Services } from '#server/services';
import { selectDue, selectOwn } from './sql.ts';
import { toCertificate } from './to-certificate.ts';

const MAX = 200;

/** The caller's certificates, newest first, and the courses in which one is due. */
export async function listMyCertificates(
  { clock, db }: Services,
  caller: Caller,
): Promise<{ certificates: OwnCertificate[]; due: DueCertificate[] }> {
  const member = signedIn(caller);
  const [own, due] = await Promise.all([
    selectOwn(db.kysely, member.userId, MAX),
    selectDue(db, member.userId, MAX),
  ]);
  const { allowed } = canReceiveCertificate(member, { certificate: true });
  return {
    certificates: own.map((row) => toCertificate(row, clock.now())),
    due: due.map(({ id, title }) => ({ courseId: id, title, access: allowed ? 'open' : 'tier-required' })),
  };
}
