import { canAdminister } from '#domain/access/can-administer';
import { canSupport, SUPPORT_MINUTES } from '#domain/access/can-support';
import { demandFreshProof } from '#server/areas/accounts/demand-fresh-proof';
import { securityLink } from '#server/areas/accounts/mail-links';
import { insertSession, newSessionCookie } from '#server/areas/accounts/sessions';
import { signedIn } from '#server/areas/accounts/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockUser } from './user-sql.ts';

const LONG_AGO = new Date(0);

/**
 * Signs an administrator in as a user: to read only, for an hour at most, never as an administrator. The user is told by
 * mail, with the reason. Such a session counts as proved by nobody, so that what asks for a fresh proof stays closed.
 * Fails with PROOF_REQUIRED, USER_NOT_FOUND, OWN_ACCOUNT and SUPPORT_REFUSED.
 */
export async function startSupport(
  services: Services,
  caller: Caller,
  { id, reason }: { id: string; reason: string },
  resHeaders: Headers,
): Promise<{ done: true }> {
  authorise(canAdminister(caller.viewer));
  await demandFreshProof(services, caller);
  const { name: admin, sessionId } = signedIn(caller);
  const now = services.clock.now();
  const seconds = SUPPORT_MINUTES * 60;
  const token = await services.db.transaction(async (trx) => {
    const user = await lockUser(trx, id);
    if (!user) throw new Failure('USER_NOT_FOUND');
    const isDisabled = user.disabled_at !== null;
    authorise(canSupport(caller.viewer, { userId: id, isAdmin: user.is_admin, isDisabled }));
    const made = await insertSession(trx, caller, id, { now, seconds });
    await trx
      .updateTable('sessions')
      .set({ support_from: sessionId, support_reason: reason, proved_at: LONG_AGO })
      .where('token', '=', made)
      .execute();
    await recordAudit(trx, caller, {
      action: 'support.start',
      entity: 'user',
      entityId: id,
      after: { reason, minutes: SUPPORT_MINUTES },
    });
    await enqueueMail(trx, {
      eventKey: `support:${id}:${now.getTime()}:${sessionId}`,
      template: 'support-session',
      recipient: user.email,
      props: { name: user.username, link: securityLink(services.config), admin, reason },
    });
    return made;
  });
  resHeaders.append('set-cookie', newSessionCookie(services, token, seconds));
  return { done: true };
}
