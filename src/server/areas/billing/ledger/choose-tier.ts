import type { Transaction } from 'kysely';
import type { Fact, GrantFact, NewFact, Seconds } from '#domain/billing/facts';
import { liveSubscription } from '#domain/billing/live-subscription';
import { newestFacts } from '#domain/billing/newest-facts';
import type { Tier } from '#domain/tiers';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import { insertFacts, selectFacts } from './ledger-sql.ts';
import { CHOSEN, openAccount, SCHOOL } from './open-account.ts';
import { type Projection, projectTier } from './project-tier.ts';
import { secondsOf } from './seconds.ts';

/**
 * What a person chooses for nothing holds at once and alone: gifts and orders end with it. Fails with SUBSCRIPTION_RUNNING,
 * because nobody may lose a tier and go on paying for it.
 */
export async function chooseTier(
  trx: Transaction<DB>,
  { now, tier, userId }: { userId: string; tier: Tier; now: Date },
): Promise<Projection | null> {
  const account = await openAccount(trx, userId, now);
  if (!account) return null;
  const facts = await selectFacts(trx, account.id);
  if (liveSubscription(facts)) throw new Failure('SUBSCRIPTION_RUNNING');
  const at = secondsOf(now);
  const chosen = {
    kind: 'grant' as const,
    id: CHOSEN,
    tier,
    from: at,
    to: null,
    by: 'member',
    reason: 'chosen',
  };
  // Chosen once more, it holds since it was chosen first.
  const isNew = !newestFacts(facts).some((fact) => isChoice(fact) && fact.to === null && fact.tier === tier);
  await insertFacts(trx, account.id, SCHOOL, [...endings(facts, at), ...(isNew ? [chosen] : [])], now);
  return projectTier(trx, account, now);
}

function isChoice(fact: Fact): fact is GrantFact {
  return fact.kind === 'grant' && fact.id === CHOSEN;
}

function endings(facts: readonly Fact[], at: Seconds): NewFact[] {
  return newestFacts(facts).flatMap((fact): NewFact[] => {
    if (fact.kind === 'override' && fact.tier !== null)
      return [{ kind: 'override', id: fact.id, tier: null, at, by: 'member' }];
    if (fact.kind !== 'grant' || fact.id === CHOSEN || (fact.to !== null && fact.to <= at)) return [];
    const { by, from, id, reason, tier } = fact;
    return [{ kind: 'grant', id, tier, from, to: Math.max(at, from), by, reason }];
  });
}
