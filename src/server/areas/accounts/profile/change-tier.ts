import type { User } from '#contract/accounts/accounts';
import { canChooseTier } from '#domain/access/content/can-choose-tier';
import type { Tier } from '#domain/tiers';
import { chooseTier } from '#server/areas/billing/ledger/choose-tier';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { planPolicy } from '#server/plan-policy';
import type { Caller, Services } from '#server/services';
import { signedIn, toUser } from '../sessions/signed-in.ts';

/**
 * Changes the own tier at once (spec section 4); where plans are not free to choose only to one that costs no more. The only way in
 * which a member's own request changes a tier; no profile update carries one. Fails with PAYMENT_REQUIRED.
 */
export async function changeTier(
  { clock, config, db, settings }: Services,
  caller: Caller,
  { tier }: { tier: Tier },
): Promise<User> {
  authorise(canChooseTier(caller.viewer, tier, planPolicy(config, await settings.current())));
  const member = signedIn(caller);
  await db.transaction(async (trx) => {
    await chooseTier(trx, { userId: member.userId, tier, now: clock.now() });
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
