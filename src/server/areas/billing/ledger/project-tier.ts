import type { Transaction } from 'kysely';
import { SUBSCRIPTION_PATH } from '#domain/accounts/profile-paths';
import { entitlement, nextTier } from '#domain/billing/entitlement';
import { isTierMailed } from '#domain/billing/mails/is-tier-mailed';
import type { Tier } from '#domain/tiers';
import { announce } from '#server/db/announce';
import type { DB } from '#server/db/types';
import { writeMovements } from '../revenue/write-movements.ts';
import { type Account, type HeldTier, holdTier, selectFacts, updateTier } from './ledger-sql.ts';
import { selectPolicy } from './policy-sql.ts';
import { selectSeatStretches } from './seat-sql.ts';
import { dateOf, secondsOf } from './seconds.ts';
import { noteTeamChange } from './team-change-sql.ts';

export interface Projection {
  readonly before: Tier;
  readonly after: Tier;
}

/**
 * Writes down which tier follows from the facts, until when, and which one then; its person is notified when it is another
 * one, and how revenue moved. What a team's account pays for is written down for its members soon after (write-seats.ts).
 * Null: the account is a team's, or nobody's any more. The account must be held.
 */
export async function projectTier(
  trx: Transaction<DB>,
  account: Account,
  now: Date,
): Promise<Projection | null> {
  await writeMovements(trx, account.id);
  if (account.team_id !== null) await noteTeamChange(trx, account.team_id);
  const held = account.user_id === null ? undefined : await holdTier(trx, account.user_id);
  if (account.user_id === null || !held) return null;
  const facts = await selectFacts(trx, account.id);
  const at = secondsOf(now);
  const { policy } = await selectPolicy(trx);
  const { mark, stretches: seats } = await selectSeatStretches(trx, account.user_id, policy);
  const { tier } = entitlement(facts, at, policy, seats);
  const next = nextTier(facts, at, policy, seats);
  const written: HeldTier = {
    subscription_tier: tier,
    tier_until: next ? dateOf(next.at) : null,
    tier_after: next?.tier ?? 'free',
  };
  if (!isSame(held, written)) await updateTier(trx, account.user_id, written, now);
  if (tier !== held.subscription_tier)
    await announce(trx, {
      kind: 'tier-changed',
      // One change is reported once: by the last fact, the moment that was written down before, or the seat.
      eventKey: `tier-changed:${account.id}:${tier}:${facts.at(-1)?.v ?? 0}:${held.tier_until?.getTime() ?? 0}:${mark}`,
      to: { userId: account.user_id },
      link: SUBSCRIPTION_PATH,
      props: { tier },
      isInAppOnly: isTierMailed(facts, at, policy, { held: held.subscription_tier, seats }),
    });
  return { before: held.subscription_tier, after: tier };
}

function isSame(a: HeldTier, b: HeldTier): boolean {
  return (
    a.subscription_tier === b.subscription_tier &&
    a.tier_after === b.tier_after &&
    a.tier_until?.getTime() === b.tier_until?.getTime()
  );
}
