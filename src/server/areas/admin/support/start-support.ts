import { canAdminister } from '#domain/access/can-administer';
import { canSupport, SUPPORT_MINUTES } from '#domain/access/people/can-support';
import type { SupportMode } from '#domain/access/people/support-modes';
import { SECURITY_PATH } from '#domain/accounts/profile-paths';
import { demandStillAdministrator } from '#server/areas/accounts/demand-still-administrator';
import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { securityLink } from '#server/areas/accounts/registration/mail-links';
import { hashOfToken } from '#server/areas/accounts/sessions/hash-of-token';
import { insertSession, newSessionCookie } from '#server/areas/accounts/sessions/sessions';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { announce } from '#server/db/announce';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockUser } from '../users/user-sql.ts';

const LONG_AGO = new Date(0);

/**
 * Signs an administrator in as a user, for an hour at most and never as an administrator: to look, or also to change what
 * is open to it. The user is notified by mail and in the inbox, with the reason. Such a session counts as proved by nobody,
 * so that what asks for a fresh proof stays closed.
 * Fails with PROOF_REQUIRED, USER_NOT_FOUND, OWN_ACCOUNT and SUPPORT_REFUSED.
 */
export async function startSupport(
  services: Services,
  caller: Caller,
  { id, mode, reason }: { id: string; mode: SupportMode; reason: string },
  resHeaders: Headers,
): Promise<{ done: true }> {
  authorise(canAdminister(caller.viewer));
  await demandFreshProof(services, caller);
  const { name: admin, sessionId, userId: adminId } = signedIn(caller);
  const now = services.clock.now();
  const seconds = SUPPORT_MINUTES * 60;
  const token = await services.db.transaction(async (trx) => {
    await demandStillAdministrator(trx, caller);
    const user = await lockUser(trx, id);
    if (!user) throw new Failure('USER_NOT_FOUND');
    const isDisabled = user.disabled_at !== null;
    authorise(canSupport(caller.viewer, { userId: id, isAdmin: user.is_admin, isDisabled }));
    const made = await insertSession(trx, caller, id, { now, seconds });
    await trx
      .updateTable('sessions')
      .set({ support_from: sessionId, support_mode: mode, support_reason: reason, proved_at: LONG_AGO })
      .where('token', '=', hashOfToken(made))
      .execute();
    await recordAudit(trx, caller, {
      action: 'support.start',
      entity: 'user',
      entityId: id,
      after: { reason, mode, minutes: SUPPORT_MINUTES },
    });
    // Whichever of the two is erased, these go with their names.
    const eventKey = `support:${id}:${adminId}:${now.getTime()}:${sessionId}`;
    await announce(trx, {
      kind: 'support-session',
      eventKey,
      to: { userId: id },
      link: SECURITY_PATH,
      props: { admin, mode, reason },
    });
    await enqueueMail(trx, {
      eventKey,
      template: 'support-session',
      recipient: user.email,
      props: { name: user.username, link: securityLink(services.config), admin, mode, reason },
    });
    return made;
  });
  resHeaders.append('set-cookie', newSessionCookie(services, token, seconds));
  return { done: true };
}
