import type { Transaction } from 'kysely';
import { newestFacts } from '#domain/billing/newest-facts';
import type { Tier } from '#domain/tiers';
import type { DB } from '#server/db/types';
import { insertFacts, selectFacts } from './ledger-sql.ts';
import { openAccount, SCHOOL } from './open-account.ts';
import { type Projection, projectTier } from './project-tier.ts';
import { secondsOf } from './seconds.ts';

/** An administrator's word stands over everything else until another one is said (spec section 4). */
export async function orderTier(
  trx: Transaction<DB>,
  { now, tier, userId }: { userId: string; tier: Tier; now: Date },
): Promise<Projection | null> {
  const account = await openAccount(trx, userId, now);
  if (!account) return null;
  const facts = await selectFacts(trx, account.id);
  const order = { kind: 'override' as const, id: 'order', tier, at: secondsOf(now), by: 'administrator' };
  const stands = newestFacts(facts).some((fact) => fact.kind === 'override' && fact.tier === tier);
  if (!stands) await insertFacts(trx, account.id, SCHOOL, [order], now);
  return projectTier(trx, account, now);
}
