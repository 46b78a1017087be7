import { canUnlinkSignIn } from '#domain/access/can-unlink-sign-in';
import { demandFreshProof } from '#server/areas/accounts/demand-fresh-proof';
import { securityLink } from '#server/areas/accounts/mail-links';
import { signedIn } from '#server/areas/accounts/signed-in';
import { deleteSessions, selectPasswordHash } from '#server/areas/accounts/sql';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectLinks } from './sql.ts';

/**
 * Takes a linked service away, for who proved lately to be the owner; all other sessions end and a mail tells the owner.
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
    // Held: two that are unlinked at the same moment are counted one after the other.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const links = await selectLinks(trx, userId);
    const link = links.find((one) => one.id === id);
    if (!link) throw new Failure('SIGN_IN_NOT_FOUND');
    const password = await selectPasswordHash(trx, userId);
    const usable = links.filter((one) => one.id !== id && offered.has(one.provider_id)).length;
    authorise(canUnlinkSignIn(usable + (password?.password ? 1 : 0)));
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
