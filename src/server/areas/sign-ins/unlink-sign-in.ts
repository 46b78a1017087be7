import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { demandOtherSignInMethod } from '#server/areas/accounts/proof/demand-other-sign-in-method';
import { securityLink } from '#server/areas/accounts/registration/mail-links';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { deleteSessions, holdUser } from '#server/areas/accounts/sql';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectLinks } from './sql.ts';

/**
 * Takes a linked service away, for who proved lately to be the owner; all other sessions end and a mail notifies the owner.
 * Fails with SIGN_IN_NOT_FOUND, and LAST_SIGN_IN for the only way in.
 */
export async function unlinkSignIn(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ done: true }> {
  const { email, name, sessionId, userId } = signedIn(caller);
  await demandFreshProof(services, caller);
  const offered = new Map([...services.signIns.values()].map((one) => [one.issuer, one.name]));
  await services.db.transaction(async (trx) => {
    await holdUser(trx, userId);
    const links = await selectLinks(trx, userId);
    const link = links.find((one) => one.id === id);
    if (!link) throw new Failure('SIGN_IN_NOT_FOUND');
    await demandOtherSignInMethod(trx, services, { userId, removed: id });
    await trx.deleteFrom('accounts').where('id', '=', id).execute();
    await deleteSessions(trx, userId, sessionId);
    const service = offered.get(link.provider_id) ?? new URL(link.provider_id).host;
    await recordAudit(trx, caller, {
      action: 'account.unlink-sign-in',
      entity: 'user',
      entityId: userId,
      before: { service },
    });
    await enqueueMail(trx, {
      eventKey: `sign-in-unlinked:${id}`,
      template: 'sign-in-unlinked',
      recipient: email,
      props: { name, service, link: securityLink(services.config) },
    });
  });
  return { done: true };
}
