import { canAdminister } from '#domain/access/can-administer';
import { canCloseAccount } from '#domain/access/can-close-account';
import { dropAvatars, removeFiles } from '#server/areas/accounts/remove-avatar';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { countOtherAdministrators } from './count-other-administrators.ts';
import { forgetTraces, lockUser } from './user-sql.ts';

/**
 * Deletes an account with its sessions, picture, mails and notices. Comments stay without their author, pictures of
 * courses without their owner, and the audit log keeps the id. Fails with OWN_ACCOUNT and LAST_ADMINISTRATOR.
 */
export async function removeUser(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  const files = await services.db.transaction(async (trx) => {
    const otherAdministrators = await countOtherAdministrators(trx, id);
    const user = await lockUser(trx, id);
    if (!user) throw new Failure('USER_NOT_FOUND');
    authorise(canCloseAccount(caller.viewer, { userId: id, isAdmin: user.is_admin, otherAdministrators }));
    const avatars = await dropAvatars(trx, id);
    await forgetTraces(trx, user);
    await trx.deleteFrom('users').where('id', '=', id).execute();
    await recordAudit(trx, caller, {
      action: 'user.delete',
      entity: 'user',
      entityId: id,
      before: { tier: user.subscription_tier, role: user.is_admin ? 'admin' : 'user' },
    });
    return avatars;
  });
  await removeFiles(services, files);
  return { id };
}
