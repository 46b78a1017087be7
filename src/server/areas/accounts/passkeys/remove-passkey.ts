import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { demandFreshProof } from '../proof/demand-fresh-proof.ts';
import { demandOtherSignInMethod } from '../proof/demand-other-sign-in-method.ts';
import { securityLink } from '../registration/mail-links.ts';
import { signedIn } from '../sessions/signed-in.ts';
import { holdUser } from '../sql.ts';

/**
 * Removes one of the own passkeys; a mail notifies the owner. Fails with PASSKEY_NOT_FOUND, for somebody else's as well,
 * PROOF_REQUIRED, and LAST_SIGN_IN for the only way in.
 */
export async function removePasskey(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ done: true }> {
  const { email, name, userId } = signedIn(caller);
  await demandFreshProof(services, caller);
  await services.db.transaction(async (trx) => {
    await holdUser(trx, userId);
    const row = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst();
    if (!row) throw new Failure('PASSKEY_NOT_FOUND');
    await demandOtherSignInMethod(trx, services, { userId, removed: id });
    await recordAudit(trx, caller, {
      action: 'account.remove-passkey',
      entity: 'user',
      entityId: userId,
      before: { passkey: id },
    });
    await enqueueMail(trx, {
      eventKey: `passkey-removed:${id}`,
      template: 'passkey-removed',
      recipient: email,
      props: { name, passkey: row.name, link: securityLink(services.config) },
    });
  });
  return { done: true };
}
