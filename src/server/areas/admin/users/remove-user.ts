import { canAdminister } from '#domain/access/can-administer';
import { canCloseAccount } from '#domain/access/people/can-close-account';
import { countOtherAdministrators } from '#server/areas/accounts/administrators-sql';
import { eraseAccount } from '#server/areas/accounts/erasure/erase-account';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockUser } from './user-sql.ts';

/**
 * Deletes an account at once, with every trace of who it was. Comments stay without their author, pictures of courses
 * without their owner; in the audit log a pseudonym stands for it. Fails with OWN_ACCOUNT and LAST_ADMINISTRATOR.
 */
export async function removeUser(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  await services.db.transaction(async (trx) => {
    const otherAdministrators = await countOtherAdministrators(trx, id);
    const user = await lockUser(trx, id);
    if (!user) throw new Failure('USER_NOT_FOUND');
    authorise(canCloseAccount(caller.viewer, { userId: id, isAdmin: user.is_admin, otherAdministrators }));
    await recordAudit(trx, caller, {
      action: 'user.delete',
      entity: 'user',
      entityId: await eraseAccount(trx, services, id),
      before: { tier: user.subscription_tier, role: user.is_admin ? 'admin' : 'user' },
    });
  });
  return { id };
}
