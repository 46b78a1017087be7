import type { Kysely, Transaction } from 'kysely';
import type { SupportMode } from '#domain/access/people/support-modes';
import type { Tier } from '#domain/tiers';
import { batchedBy } from '#server/db/batched';
import type { Db } from '#server/db/client';
import { prepared } from '#server/db/prepared';
import type { DB } from '#server/db/types';

const MAX_SHOWN = 200;

/** The sessions of a person, last used first, with those that are over. */
export function selectSessions(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'updated_at', 'expires_at', 'support_from'])
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .limit(MAX_SHOWN)
    .execute();
}

/** A session that nobody ends before this transaction does; nothing when it is over. */
export function holdSession(trx: Transaction<DB>, id: string) {
  return trx.selectFrom('sessions').select('id').where('id', '=', id).forShare().executeTakeFirst();
}

// Lateral, each by its key: for a plan the length of the array is unknown, and a join would read whole tables.
const selectViewers = prepared<SessionRow>(`
  select asked.token, found.*
  from unnest((select $1::text[])) as asked (token)
  cross join lateral (
    select s.id as session_id, s.created_at, s.expires_at, s.updated_at, m.id as user_id, m.name, m.email, m.two_factor_enabled, m.erase_at,
      m.subscription_tier, m.tier_until, m.tier_after, m.avatar_url, m.is_admin, s.support_from, s.support_mode
    from sessions s join members m on m.id = s.user_id
    where s.token = asked.token and m.is_enabled limit 1) found`);
// Apart from the rest: hardly a session is one of support, and each join is paid for by every request.
const selectHelper = prepared<Helper>(`
  select m.id, m.name from sessions s join members m on m.id = s.user_id
  where s.id = $1 and m.is_enabled and m.is_admin`);
const renew = prepared(`
  update sessions set expires_at = $2, updated_at = $3, ip_address = coalesce($5, ip_address)
  where id = $1 and updated_at < $4`);

/** A session with its owner. */
export interface SessionRow {
  token: string;
  session_id: string;
  created_at: Date;
  expires_at: Date;
  updated_at: Date;
  user_id: string;
  name: string;
  email: string;
  two_factor_enabled: boolean;
  erase_at: Date | null;
  subscription_tier: Tier;
  tier_until: Date | null;
  tier_after: Tier;
  avatar_url: string | null;
  is_admin: boolean;
  support_from: string | null;
  support_mode: SupportMode;
}
/** The administrator of a support session. */
export interface Helper {
  id: string;
  name: string;
}

/** Requests that arrive together share a statement. */
export const sessionLookup = batchedBy(({ pool }: Db) => async (tokens: readonly string[]) => {
  const rows = await selectViewers(pool, [tokens]);
  const found = new Map(rows.map((row) => [row.token, row]));
  return tokens.map((token) => found.get(token));
});

/** The administrator behind a support session, as long as they are one. */
export async function findHelper({ pool }: Db, sessionId: string): Promise<Helper | null> {
  const rows = await selectHelper(pool, [sessionId]);
  return rows[0] ?? null;
}

/** A use of a session that was last used before `due`, and when the session ends now. */
export interface SessionUse {
  readonly id: string;
  readonly expires: Date;
  readonly now: Date;
  readonly due: Date;
  readonly ipAddress: string | null;
}

// A use that a crash forgets ends a session a minute early: it need not wait for the disk. One that is being changed is left
// out, so that two processes never wait for each other.
const renewTogether = prepared(`
  with soft as (select set_config('synchronous_commit', 'off', true) as is_set),
  used as materialized (
    select * from jsonb_to_recordset($1::jsonb) as row (id uuid, expires timestamptz, now timestamptz, due timestamptz, "ipAddress" text)),
  held as materialized (
    select s.id from soft, used join sessions s on s.id = used.id where is_set is not null and s.updated_at < used.due
    for no key update of s skip locked)
  update sessions s set expires_at = used.expires, updated_at = used.now, ip_address = coalesce(used."ipAddress", s.ip_address)
  from held join used on used.id = held.id where s.id = held.id`);

/** Writes down many uses at once. */
export async function renewSessions({ pool }: Db, uses: readonly SessionUse[]): Promise<void> {
  await renewTogether(pool, [JSON.stringify(uses)]);
}

/** Writes down that a session was used until `due` at the latest, and when it ends now. */
export async function renewSession({ pool }: Db, use: SessionUse): Promise<void> {
  await renew(pool, [use.id, use.expires, use.now, use.due, use.ipAddress]);
}

const noteDevice = prepared<Seen>(`
  with seen as (
    insert into known_devices (user_id, device, network, first_seen_at, last_seen_at)
    values ($1, $2, $3, $4, $4)
    on conflict (user_id, device, network) do update set last_seen_at = $4
    returning id, (xmax = 0) as is_new)
  select id, is_new, exists (select from known_devices where user_id = $1) as has_others from seen`);

interface Seen {
  id: string;
  is_new: boolean;
  has_others: boolean;
}

/** Notes that a person signed in on a kind of device from a network, and says whether that is new and whether there are others. */
export async function upsertDevice(
  trx: Transaction<DB>,
  { device, network, now, userId }: { userId: string; device: string; network: string; now: Date },
): Promise<Seen | undefined> {
  const rows = await noteDevice(trx, [userId, device, network, now]);
  return rows[0];
}
