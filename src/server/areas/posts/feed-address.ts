import { createHash, randomBytes } from 'node:crypto';
import type { FeedAddress } from '#contract/courses/posts';
import type { Tier } from '#domain/tiers';
import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { demandSession } from '#server/areas/accounts/sessions/demand-session';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { tierAt } from '#server/areas/accounts/sessions/tier-at';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { hasFeed, selectFeedHolder } from './sql.ts';

const NONE: FeedAddress = { exists: false, rss: null, atom: null };
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Whether the caller has a private feed. Its secret is shown once, when it is made. */
export async function feedAddress({ db }: Services, caller: Caller): Promise<FeedAddress> {
  const { userId } = signedIn(caller);
  return (await hasFeed(db.kysely, userId)) ? { ...NONE, exists: true } : NONE;
}

/** Makes the caller's private feed, which outlives their sessions; an older address of it ends. Fails with PROOF_REQUIRED. */
export async function createFeedAddress(services: Services, caller: Caller): Promise<FeedAddress> {
  const { clock, config, db } = services;
  const { userId } = signedIn(caller);
  await demandFreshProof(services, caller);
  const token = randomBytes(24).toString('base64url');
  await db.transaction(async (trx) => {
    await demandSession(trx, caller);
    const values = { token_hash: hashOf(token), created_at: clock.now() };
    await trx
      .insertInto('feed_tokens')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
    await recordAudit(trx, caller, { action: 'feed.create', entity: 'user', entityId: userId });
  });
  const base = `${config.publicUrl}/feeds/${token}`;
  return { exists: true, rss: `${base}.rss`, atom: `${base}.atom` };
}

/** Revokes the caller's private feed; its address stops working. */
export async function removeFeedAddress({ db }: Services, caller: Caller): Promise<FeedAddress> {
  const { userId } = signedIn(caller);
  await db.transaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('feed_tokens')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return;
    await recordAudit(trx, caller, { action: 'feed.remove', entity: 'user', entityId: userId });
  });
  return NONE;
}

/** The tier that the holder of a private feed has now; null for an address that is unknown or revoked. */
export async function tierOfFeed(
  { clock, db }: Services,
  token: string,
): Promise<{ tier: Tier; isAdmin: boolean; twoFactorEnabled: boolean } | null> {
  const row = await selectFeedHolder(db.kysely, hashOf(token));
  if (!row) return null;
  const { is_admin: isAdmin, two_factor_enabled: twoFactorEnabled } = row;
  return { tier: tierAt(row, clock.now()), isAdmin, twoFactorEnabled };
}
