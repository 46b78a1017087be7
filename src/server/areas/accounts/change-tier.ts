import type { User } from '#contract/accounts';
import type { Tier } from '#domain/tiers';
import { announce } from '#server/db/announce';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { signedIn, toUser } from './signed-in.ts';

/**
 * Changes the own tier at once (spec section 4): this release takes no payments, so every plan is free to choose. The
 * only way in which a member's own request changes a tier; no profile update carries one.
 */
export async function changeTier({ db }: Services, caller: Caller, { tier }: { tier: Tier }): Promise<User> {
  const member = signedIn(caller);
  await db.transaction(async (trx) => {
    await trx
      .updateTable('profiles')
      .set({ subscription_tier: tier, updated_at: new Date() })
      .where('id', '=', member.userId)
      .execute();
    if (tier !== member.tier)
      await announce(trx, {
        kind: 'tier-changed',
        eventKey: `tier-changed:${caller.requestId}:${member.userId}`,
        to: { userId: member.userId },
        link: '/profile?tab=subscription',
        props: { tier },
      });
    await recordAudit(trx, caller, {
      action: 'subscription.change',
      entity: 'user',
      entityId: member.userId,
      before: { tier: member.tier },
      after: { tier },
    });
  });
  return toUser({ ...member, tier });
}
