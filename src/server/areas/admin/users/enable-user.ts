import type { UserRow } from '#contract/administration/users';
import { canAdminister } from '#domain/access/can-administer';
import { demandStillAdministrator } from '#server/areas/accounts/demand-still-administrator';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockUser, toUserRow } from './user-sql.ts';

/**
 * Opens a disabled account again; its owner has to sign in again. Fails with USER_NOT_FOUND, and with DELETION_PENDING once the
 * account waits only for the payment provider to be deleted.
 */
export async function enableUser(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<UserRow> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    await demandStillAdministrator(trx, caller);
    const user = await lockUser(trx, id);
    if (!user) throw new Failure('USER_NOT_FOUND');
    if (!user.disabled_at) return toUserRow(user);
    const now = clock.now();
    if (user.erase_at && user.erase_at <= now) throw new Failure('DELETION_PENDING');
    await trx.updateTable('users').set({ disabled_at: null, updated_at: now }).where('id', '=', id).execute();
    await recordAudit(trx, caller, {
      action: 'user.enable',
      entity: 'user',
      entityId: id,
      before: { disabled: true },
      after: { disabled: false },
    });
    return toUserRow({ ...user, disabled_at: null });
  });
}
