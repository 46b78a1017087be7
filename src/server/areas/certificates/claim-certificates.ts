import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { issueCertificates } from './issue-certificates.ts';
import { selectHeldIds } from './sql.ts';

/**
 * Issues what the caller has earned in a course and could not have before, for example under a lower tier; who asks again
 * gets the same. Fails with TIER_REQUIRED, and with CERTIFICATE_NOT_EARNED where nothing was achieved.
 */
export async function claimCertificates(
  { clock, db }: Services,
  caller: Caller,
  { courseId }: { courseId: string },
): Promise<{ ids: string[] }> {
  const { userId } = signedIn(caller);
  return db.transaction(async (trx) => {
    const { decision, ids } = await issueCertificates(trx, caller, { userId, courseId, now: clock.now() });
    if (decision) authorise(decision);
    const held = ids.length > 0 ? ids : await selectHeldIds(trx, { userId, courseId });
    if (held.length === 0) throw new Failure('CERTIFICATE_NOT_EARNED');
    return { ids: held };
  });
}
