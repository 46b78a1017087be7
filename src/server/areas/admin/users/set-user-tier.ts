import type { UserRow } from '#contract/administration/users';
import { canAdminister } from '#domain/access/can-administer';
import type { Tier } from '#domain/tiers';
import { authorise } from '#server/authorise';
import { announce } from '#server/db/announce';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockUser, toUserRow } from './user-sql.ts';

/** Sets anybody's subscription tier (spec section 4). The one it is already stays, and nobody is told. */
export async function setUserTier(
  { clock, db }: Services,
  caller: Caller,
  { id, tier }: { id: string; tier: Tier },
): Promise<UserRow> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const user = await lockUser(trx, id);
    if (!user) throw new Failure('USER_NOT_FOUND');
    if (user.subscription_tier === tier) return toUserRow(user);
    await trx
      .updateTable('profiles')
      .set({ subscription_tier: tier, updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    await announce(trx, {
      kind: 'tier-changed',
      eventKey: `tier-changed:${caller.requestId}:${id}`,
      to: { userId: id },
      link: '/profile?tab=subscription',
      props: { tier },
    });
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
