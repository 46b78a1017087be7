import { auditActor, auditRowsOf } from '#server/db/audit';
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

// The password is held as isStillPassword holds it.
const begin = prepared<{ id: string }>(`
  with held as materialized (
    select u.id as user_id, d.id as device_id from users u
    join accounts a on a.user_id = u.id and a.provider_id = 'credential' and a.password = $2
    join known_devices d on d.user_id = u.id and d.device = $4 and d.network = $5
    where u.id = $1::uuid and u.disabled_at is null and u.email_verified and not u.two_factor_enabled
      and not exists (select from sign_in_failures f where f.key = any($3::text[]))
      and (select count(*) from sessions s where s.user_id = $1::uuid and s.support_from is null) < ${MAX_SESSIONS}
    for share of u, a),
  audited as (${auditRowsOf(
    `(select 'account.sign-in' as action, 'user' as entity, user_id as entity_id, $10::uuid as actor_id, $11 as actor_kind,
      $12::uuid as on_behalf_of, $13::uuid as api_key_id, $14 as ip_address, $15 as request_id from held) added`,
    AUDITED,
  )}),
  seen as (update known_devices d set last_seen_at = $7::timestamptz from held where d.id = held.device_id)
  insert into sessions (user_id, token, expires_at, ip_address, user_agent, created_at, updated_at, proved_at)
  select user_id, $6, $8::timestamptz, coalesce($14, ''), $9, $7, $7, $7 from held returning id`);

/** All that `beginOnKnownDevice` is told. */
export function knownSignIn(
  caller: Caller,
  { device, expires, failures, network, now, password, token, userId }: KnownSignIn,
): readonly unknown[] {
  const { actor_id, actor_kind, api_key_id, ip_address, on_behalf_of, request_id } = auditActor(caller);
  const session = [token, now.toISOString(), expires.toISOString(), caller.userAgent];
  const actor = [actor_id, actor_kind, on_behalf_of, api_key_id, ip_address, request_id];
  return [userId, password, failures, device, network, ...session, ...actor];
}

/**
 * A new session after the right password, with everything that belongs to it, in one statement. Writes nothing and answers
 * false unless there is nothing else to do: no second factor, no wrong passwords to forget, no session to end, nobody to tell of
 * a new device, and still the same password of an account that may be used.
 */
export async function beginOnKnownDevice(
  { pool }: Db,
  known: ReturnType<typeof knownSignIn>,
): Promise<boolean> {
  return (await begin(pool, known)).length > 0;
}
