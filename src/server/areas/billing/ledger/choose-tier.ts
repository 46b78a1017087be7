import type { Transaction } from 'kysely';
import { canChooseTier, isFreeChoice, type PlanPolicy } from '#domain/access/content/can-choose-tier';
import type { Member } from '#domain/access/viewer';
import { choiceFacts } from '#domain/billing/given/choice';
import { lastingTier } from '#domain/billing/given/given';
import { liveSubscription } from '#domain/billing/live-subscription';
import type { Tier } from '#domain/tiers';
import { authorise } from '#server/authorise';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import { insertFacts, selectFacts } from './ledger-sql.ts';
import { openAccount, SCHOOL } from './open-account.ts';
import { selectPolicy } from './policy-sql.ts';
import { type Projection, projectTier } from './project-tier.ts';
import { selectSeatStretches } from './seat-sql.ts';
import { secondsOf } from './seconds.ts';

/**
 * Writes down what a person chooses for nothing, decided by the facts of this moment. Answers the tier that holds then. Fails
 * with PAYMENT_REQUIRED, and SUBSCRIPTION_RUNNING, because nobody may lose a tier and go on paying for it.
 */
export async function chooseTier(
  trx: Transaction<DB>,
  { member, now, plans, tier }: { member: Member; tier: Tier; now: Date; plans: PlanPolicy },
): Promise<Projection | null> {
  const account = await openAccount(trx, member.userId, now);
  if (!account) return null;
  const facts = await selectFacts(trx, account.id);
  const at = secondsOf(now);
  authorise(canChooseTier(member, tier, plans, lastingTier(facts, at)));
  if (liveSubscription(facts)) throw new Failure('SUBSCRIPTION_RUNNING');
  const { policy } = await selectPolicy(trx);
  const { stretches: seats } = await selectSeatStretches(trx, member.userId, policy);
  const chosen = choiceFacts(facts, { tier, at, isFree: isFreeChoice(plans), policy, seats });
  await insertFacts(trx, account.id, SCHOOL, chosen, now);
  return projectTier(trx, account, now);
}
