import type { Kysely, Transaction } from 'kysely';
import type { Tier } from '#domain/tiers';
import { batchedBy } from '#server/db/batched';
import type { Db } from '#server/db/client';
import { prepared } from '#server/db/prepared';
import type { DB } from '#server/db/types';
import { MAX_KEYS } from './keys.ts';

/** The API keys of a person, newest first. */
export function selectKeys(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'name', 'start', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'last_used_ip'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_KEYS)
    .execute();
}

/** How many keys a person has, counted one after the other until the end of the transaction. */
export async function countKeys(trx: Transaction<DB>, userId: string): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { count } = await trx
    .selectFrom('api_keys')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

const findKeys = prepared<Row>(`
  select asked.hash, found.*
  from unnest((select $1::text[])) as asked (hash)
  cross join lateral (
    select k.id as key_id, k.scopes, k.expires_at, k.last_used_at, m.id as user_id, m.name, m.email, m.two_factor_enabled,
      m.subscription_tier, m.tier_until, m.tier_after, m.avatar_url, m.is_admin
    from api_keys k join members m on m.id = k.user_id
    where k.secret_hash = asked.hash and m.is_enabled limit 1) found`);
const writeUse = prepared(`
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
  tier_until: Date | null;
  tier_after: Tier;
  avatar_url: string | null;
  is_admin: boolean;
}

/** Requests that arrive together share a statement. */
export const keyLookup = batchedBy(({ pool }: Db) => async (hashes: readonly string[]) => {
  const rows = await findKeys(pool, [hashes]);
  const found = new Map(rows.map((row) => [row.hash, row]));
  return hashes.map((hash) => found.get(hash));
});

/** Writes down the use of a key, unless that was done since `due`. */
export async function noteUse(
  { pool }: Db,
  use: { id: string; now: Date; due: Date; ipAddress: string },
): Promise<void> {
  await writeUse(pool, [use.id, use.now, use.due, use.ipAddress]);
}
