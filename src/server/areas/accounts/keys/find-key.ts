import type { Viewer } from '#domain/access/viewer';
import type { Tier } from '#domain/tiers';
import { batchedBy } from '#server/db/batched';
import { type Db, registerNamed } from '#server/db/client';
import type { Services } from '#server/services';
import { hashOfKey, knownScopes } from './keys.ts';

/** The last use of a key is written at most this often, in seconds. */
const WRITE_AFTER = 60;
/** No session has this id: what asks for one finds nothing. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

const SELECT_KEYS = registerNamed(`
  select asked.hash, found.*
  from unnest((select $1::text[])) as asked (hash)
  cross join lateral (
    select k.id as key_id, k.scopes, k.expires_at, k.last_used_at, m.id as user_id, m.name, m.email, m.two_factor_enabled,
      m.subscription_tier, m.avatar_url, m.is_admin
    from api_keys k join members m on m.id = k.user_id
    where k.secret_hash = asked.hash and m.is_enabled limit 1) found`);
const NOTE_USE = registerNamed(`
  update api_keys set last_used_at = $2, last_used_ip = $4
  where id = $1 and (last_used_at is null or last_used_at < $3)`);

interface Row {
  hash: string;
  key_id: string;
  scopes: string[];
  expires_at: Date;
  last_used_at: Date | null;
  user_id: string;
  name: string;
  email: string;
  two_factor_enabled: boolean;
  subscription_tier: Tier;
  avatar_url: string | null;
  is_admin: boolean;
}

/**
 * Whom an API key acts for, with the rights its owner has at this moment; null for a key that is forged, revoked or
 * expired, and for the owner of a disabled account.
 */
export async function findKey(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  key: string,
  ipAddress: string,
): Promise<Viewer | null> {
  const hash = hashOfKey(key);
  const row = hash === null ? undefined : await keyLookup(db)(hash);
  const now = clock.now();
  if (!row || row.expires_at <= now) return null;
  const due = new Date(now.getTime() - WRITE_AFTER * 1000);
  if (row.last_used_at === null || row.last_used_at < due)
    await db.pool.query(NOTE_USE, [row.key_id, now, due, ipAddress]);
  return {
    kind: 'member',
    userId: row.user_id,
    sessionId: NO_SESSION,
    name: row.name,
    email: row.email,
    tier: row.subscription_tier,
    isAdmin: row.is_admin,
    avatarUrl: row.avatar_url,
    twoFactorEnabled: row.two_factor_enabled,
    key: { id: row.key_id, scopes: knownScopes(row.scopes) },
  };
}

/** Requests that arrive together share a statement. */
const keyLookup = batchedBy(({ pool }: Db) => async (hashes: readonly string[]) => {
  const { rows } = await pool.query<Row>(SELECT_KEYS, [hashes]);
  const found = new Map(rows.map((row) => [row.hash, row]));
  return hashes.map((hash) => found.get(hash));
});
