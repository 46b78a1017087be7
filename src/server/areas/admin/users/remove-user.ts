import { canAdminister } from '#domain/access/can-administer';
import { canCloseAccount } from '#domain/access/people/can-close-account';
import { countOtherAdministrators } from '#server/areas/accounts/administrators-sql';
import { demandStillAdministrator } from '#server/areas/accounts/demand-still-administrator';
import { eraseAccount } from '#server/areas/accounts/erasure/erase-account';
import { selectHasCustomer } from '#server/areas/accounts/erasure/erase-sql';
import { withdrawByAdministrator } from '#server/areas/accounts/registration/withdraw-by-administrator';
import { closeSignIns } from '#server/areas/accounts/sessions/close-sign-ins';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockUser } from './user-sql.ts';

/**
 * Deletes an account with every trace of who it was: at once, or, where the payment provider knows them, as soon as nothing
 * can be charged any more (end-payments.ts); until then nobody can sign in to it. Comments stay without their author,
 * pictures of courses without their owner; in the audit log a pseudonym stands for it. Fails with OWN_ACCOUNT and
 * LAST_ADMINISTRATOR.
 */
export async function removeUser(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string; waits: boolean }> {
  authorise(canAdminister(caller.viewer));
  const { clock, db, payments } = services;
  const waits = await db.transaction(async (trx) => {
    await demandStillAdministrator(trx, caller);
    const otherAdministrators = await countOtherAdministrators(trx, id);
    const user = await lockUser(trx, id);
    if (!user) throw new Failure('USER_NOT_FOUND');
    authorise(canCloseAccount(caller.viewer, { userId: id, isAdmin: user.is_admin, otherAdministrators }));
    await withdrawByAdministrator(trx, services, caller, id);
    const before = { tier: user.subscription_tier, role: user.is_admin ? 'admin' : 'user' };
    if (!(await selectHasCustomer(trx, id, payments))) {
      const pseudonym = await eraseAccount(trx, services, id);
      await recordAudit(trx, caller, { action: 'user.delete', entity: 'user', entityId: pseudonym, before });
      return false;
    }
    const now = clock.now();
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ erase_at: now, disabled_at: user.disabled_at ?? now, updated_at: now })
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('erase_at', 'is', null), eb('erase_at', '>', now)]))
      .executeTakeFirstOrThrow();
    // Twice is once.
    if (numUpdatedRows === 0n) return true;
    const ended = await closeSignIns(trx, id);
    await recordAudit(trx, caller, {
      action: 'user.schedule-deletion',
      entity: 'user',
      entityId: id,
      before,
      after: { eraseAt: now.toISOString(), ...ended },
    });
    return true;
  });
  return { id, waits };
}
