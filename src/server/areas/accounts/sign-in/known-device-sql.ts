import { auditActor, auditRowsOf } from '#server/db/audit';
import { batchedBy } from '#server/db/batched';
import type { Db } from '#server/db/client';
import { prepared } from '#server/db/prepared';
import type { Caller } from '#server/services';
import { MAX_SESSIONS } from '../sql.ts';

export interface KnownSignIn {
  readonly userId: string;
  /** The hash that was checked. */
  readonly password: string;
  /** Under which wrong passwords would be counted. */
  readonly failures: readonly string[];
  readonly device: string;
  readonly network: string;
  /** The hash of the token of the new session. */
  readonly token: string;
  readonly now: Date;
  readonly expires: Date;
}

const AUDITED = [
  'action',
  'entity',
  'entity_id',
  'actor_id',
  'actor_kind',
  'on_behalf_of',
  'api_key_id',
  'ip_address',
  'request_id',
] as const;

// The password is held as isStillPassword holds it; an account that somebody else holds makes none of the others wait.
const begin = prepared<{ token: string }>(`
  with given as materialized (select * from jsonb_to_recordset($1::jsonb) as row (user_id uuid, password text,
      failures text[], device text, network text, token text, now timestamptz, expires timestamptz, user_agent text,
      actor_id uuid, actor_kind text, on_behalf_of uuid, api_key_id uuid, ip_address text, request_id text)),
  held as materialized (
    select given.*, found.device_id from given cross join lateral (
      select d.id as device_id from users u
      join accounts a on a.user_id = u.id and a.provider_id = 'credential' and a.password = given.password
      join known_devices d on d.user_id = u.id and d.device = given.device and d.network = given.network
      where u.id = given.user_id and u.disabled_at is null and u.email_verified and not u.two_factor_enabled
        and not exists (select from sign_in_failures f where f.key = any(given.failures))
        and (select count(*) from sessions s where s.user_id = u.id and s.support_from is null) < ${MAX_SESSIONS}
      limit 1 for share of u, a skip locked) found),
  audited as (${auditRowsOf(
    `(select *, 'account.sign-in' as action, 'user' as entity, user_id as entity_id from held) added`,
    AUDITED,
  )}),
  seen as (update known_devices d set last_seen_at = held.now from held where d.id = held.device_id)
  insert into sessions (user_id, token, expires_at, ip_address, user_agent, created_at, updated_at, proved_at)
  select user_id, token, expires, coalesce(ip_address, ''), user_agent, now, now, now from held returning token`);

type Given = ReturnType<typeof knownSignIn>;

/** All that `beginOnKnownDevice` is told. */
export function knownSignIn(
  caller: Caller,
  { device, expires, failures, network, now, password, token, userId }: KnownSignIn,
) {
  return {
    user_id: userId,
    password,
    failures,
    device,
    network,
    token,
    now,
    expires,
    user_agent: caller.userAgent,
    ...auditActor(caller),
  };
}

/**
 * A new session after the right password, with everything that belongs to it, in one statement, which those who sign in at one
 * moment share. Writes nothing and answers false unless there is nothing else to do: no second factor, no wrong passwords to forget,
 * no session to end, nobody to tell of a new device, and still the same password of an account that may be used.
 */
export async function beginOnKnownDevice(db: Db, known: Given): Promise<boolean> {
  return begins(db)(known);
}

const begins = batchedBy(({ pool }: Db) => async (all: readonly Given[]) => {
  // Of somebody who signs in twice at one moment, the sessions are counted for each.
  const onePerPerson = new Map(all.map((each) => [each.user_id, each]));
  const begun = await begin(pool, [JSON.stringify([...onePerPerson.values()])]);
  const tokens = new Set(begun.map(({ token }) => token));
  return all.map(({ token }) => tokens.has(token));
});
