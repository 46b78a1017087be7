import type { UserRow } from '#contract/administration/users';
import { canAdminister } from '#domain/access/can-administer';
import { demandStillAdministrator } from '#server/areas/accounts/demand-still-administrator';
import { endKeys } from '#server/areas/accounts/keys/end-keys';
import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { dropChallenges } from '#server/areas/accounts/sign-in/challenge-sql';
import { deleteSessions } from '#server/areas/accounts/sql';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockUser, toUserRow } from './user-sql.ts';

/**
 * Makes a user an administrator (spec section 4). Every session and half-way sign-in of that user ends: the new rights
 * begin with a new sign-in and its new token, so that a token that leaked before is worth nothing. Fails with
 * USER_NOT_FOUND, EMAIL_NOT_VERIFIED while nobody has proved to have the address, whose password may be a stranger's, and
 * PROOF_REQUIRED: rights that are given away are hard to take back.
 */
export async function grantAdmin(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<UserRow> {
  authorise(canAdminister(caller.viewer));
  await demandFreshProof(services, caller);
  return services.db.transaction(async (trx) => {
    await demandStillAdministrator(trx, caller);
    const user = await lockUser(trx, id);
    if (!user) throw new Failure('USER_NOT_FOUND');
    if (user.is_admin) return toUserRow(user);
    if (!user.email_verified) throw new Failure('EMAIL_NOT_VERIFIED');
    const granted = await trx
      .insertInto('user_roles')
      .values({ user_id: id, role: 'admin' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    // Somebody else did it at the same moment, and that is in the audit log.
    if (!granted) return toUserRow({ ...user, is_admin: true });
    const endedSessions = await deleteSessions(trx, id);
    await endKeys(trx, id);
    await dropChallenges(trx, id);
    await recordAudit(trx, caller, {
      action: 'user.grant-admin',
      entity: 'user',
      entityId: id,
      before: { role: 'user' },
      after: { role: 'admin', endedSessions },
    });
    return toUserRow({ ...user, is_admin: true });
  });
}
