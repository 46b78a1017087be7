import type { UserRow } from '#contract/administration/users';
import { canAdminister } from '#domain/access/can-administer';
import { canRevokeAdmin } from '#domain/access/people/can-revoke-admin';
import { countOtherAdministrators } from '#server/areas/accounts/administrators-sql';
import { demandStillAdministrator } from '#server/areas/accounts/demand-still-administrator';
import { withdrawByAdministrator } from '#server/areas/accounts/registration/withdraw-by-administrator';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockUser, toUserRow } from './user-sql.ts';

/**
 * Takes the administrator's rights from an account, with its open invitations of administrators; never from the last one that
 * can sign in: LAST_ADMINISTRATOR.
 */
export async function revokeAdmin(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<UserRow> {
  authorise(canAdminister(caller.viewer));
  return services.db.transaction(async (trx) => {
    await demandStillAdministrator(trx, caller);
    const otherAdministrators = await countOtherAdministrators(trx, id);
    const user = await lockUser(trx, id);
    if (!user) throw new Failure('USER_NOT_FOUND');
    if (!user.is_admin) return toUserRow(user);
    authorise(canRevokeAdmin(caller.viewer, { userId: id, isAdmin: true, otherAdministrators }));
    await trx.deleteFrom('user_roles').where('user_id', '=', id).where('role', '=', 'admin').execute();
    await withdrawByAdministrator(trx, services, caller, id);
    await recordAudit(trx, caller, {
      action: 'user.revoke-admin',
      entity: 'user',
      entityId: id,
      before: { role: 'admin' },
      after: { role: 'user' },
    });
    return toUserRow({ ...user, is_admin: false });
  });
}
