import type { User } from '#contract/accounts/accounts';
import type { Tier } from '#domain/tiers';
import { chooseTier } from '#server/areas/billing/ledger/choose-tier';
import { recordAudit } from '#server/db/audit';
import { planPolicy } from '#server/plan-policy';
import type { Caller, Services } from '#server/services';
import { signedIn, toUser } from '../sessions/signed-in.ts';

/**
 * Changes the own tier at once (spec section 4); where plans are not free to choose only to one that the account was given for
 * good. The only way in which a member's own request changes a tier; no profile update carries one. Answers the tier that
 * holds then: a seat or a payment may bring a higher one. Fails with PAYMENT_REQUIRED and SUBSCRIPTION_RUNNING.
 */
export async function changeTier(
  { clock, config, db, settings }: Services,
  caller: Caller,
  { tier: chosen }: { tier: Tier },
): Promise<User> {
  const member = signedIn(caller);
  const plans = planPolicy(config, await settings.current());
  const tier = await db.transaction(async (trx) => {
    const projected = await chooseTier(trx, { member, tier: chosen, now: clock.now(), plans });
    const held = projected?.after ?? member.tier;
    await recordAudit(trx, caller, {
      action: 'subscription.change',
      entity: 'user',
      entityId: member.userId,
      before: { tier: member.tier },
      after: { tier: held, ...(held !== chosen && { chosen }) },
    });
    return held;
  });
  return toUser({ ...member, tier });
}
