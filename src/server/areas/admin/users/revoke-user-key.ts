import { canAdminister } from '#domain/access/can-administer';
import { demandStillAdministrator } from '#server/areas/accounts/demand-still-administrator';
import { securityLink } from '#server/areas/accounts/registration/mail-links';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockUser } from './user-sql.ts';

/** Ends an API key of a user, at once, and notifies them by mail. Fails with USER_NOT_FOUND and KEY_NOT_FOUND. */
export async function revokeUserKey(
  { config, db }: Services,
  caller: Caller,
  { id, keyId }: { id: string; keyId: string },
): Promise<{ done: true }> {
  authorise(canAdminister(caller.viewer));
  await db.transaction(async (trx) => {
    await demandStillAdministrator(trx, caller);
    const user = await lockUser(trx, id);
    if (!user) throw new Failure('USER_NOT_FOUND');
    const ended = await trx
      .deleteFrom('api_keys')
      .where('id', '=', keyId)
      .where('user_id', '=', id)
      .returning(['name', 'scopes'])
      .executeTakeFirst();
    if (!ended) throw new Failure('KEY_NOT_FOUND');
    await recordAudit(trx, caller, {
      action: 'user.revoke-key',
      entity: 'user',
      entityId: id,
      before: { key: keyId, name: ended.name, scopes: ended.scopes },
    });
    await enqueueMail(trx, {
      eventKey: `key-revoked:${keyId}`,
      template: 'key-revoked',
      recipient: user.email,
      props: { name: user.username, key: ended.name, link: securityLink(config) },
    });
  });
  return { done: true };
}
