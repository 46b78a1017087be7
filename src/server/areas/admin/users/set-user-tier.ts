import type { UserRow } from '#contract/administration/users';
import { canAdminister } from '#domain/access/can-administer';
import type { Tier } from '#domain/tiers';
import { demandStillAdministrator } from '#server/areas/accounts/demand-still-administrator';
import { orderTier } from '#server/areas/billing/ledger/order-tier';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockUser, toUserRow } from './user-sql.ts';

/** Sets anybody's subscription tier (spec section 4). The one it is already stays, and nobody is notified. */
export async function setUserTier(
  { clock, db }: Services,
  caller: Caller,
  { id, tier }: { id: string; tier: Tier },
): Promise<UserRow> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    await demandStillAdministrator(trx, caller);
    const user = await lockUser(trx, id);
    if (!user) throw new Failure('USER_NOT_FOUND');
    if (user.subscription_tier === tier) return toUserRow(user);
    await orderTier(trx, { userId: id, tier, now: clock.now() });
    await recordAudit(trx, caller, {
      action: 'user.set-tier',
      entity: 'user',
      entityId: id,
      before: { tier: user.subscription_tier },
      after: { tier },
    });
    return toUserRow({ ...user, subscription_tier: tier });
  });
}
