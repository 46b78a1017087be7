import type { UserRow } from '#contract/administration/users';
import { canAdminister } from '#domain/access/can-administer';
import { canCloseAccount } from '#domain/access/people/can-close-account';
import { countOtherAdministrators } from '#server/areas/accounts/administrators-sql';
import { demandStillAdministrator } from '#server/areas/accounts/demand-still-administrator';
import { withdrawByAdministrator } from '#server/areas/accounts/registration/withdraw-by-administrator';
import { closeSignIns } from '#server/areas/accounts/sessions/close-sign-ins';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockUser, toUserRow } from './user-sql.ts';

/**
 * Closes an account: its sessions and API keys end at once and nobody can sign in to it. Fails with OWN_ACCOUNT and
 * LAST_ADMINISTRATOR.
 */
export async function disableUser(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<UserRow> {
  authorise(canAdminister(caller.viewer));
  const { clock, db } = services;
  return db.transaction(async (trx) => {
    await demandStillAdministrator(trx, caller);
    const otherAdministrators = await countOtherAdministrators(trx, id);
    const user = await lockUser(trx, id);
    if (!user) throw new Failure('USER_NOT_FOUND');
    authorise(canCloseAccount(caller.viewer, { userId: id, isAdmin: user.is_admin, otherAdministrators }));
    if (user.disabled_at) return toUserRow(user);
    const disabled_at = clock.now();
    await trx
      .updateTable('users')
      .set({ disabled_at, updated_at: disabled_at })
      .where('id', '=', id)
      .execute();
    const ended = await closeSignIns(trx, id);
    await withdrawByAdministrator(trx, services, caller, id);
    await recordAudit(trx, caller, {
      action: 'user.disable',
      entity: 'user',
      entityId: id,
      before: { disabled: false },
      after: { disabled: true, ...ended },
    });
    return toUserRow({ ...user, disabled_at });
  });
}
