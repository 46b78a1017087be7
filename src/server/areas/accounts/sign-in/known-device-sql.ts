import { auditActor, auditRowsOf } from '#server/db/audit';
import type { Db } from '#server/db/client';
import { prepared } from '#server/db/prepared';
import type { Caller } from '#server/services';

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

// The password is held as isStillPassword holds it. The new session is not seen yet where the oldest ones end.
const begin = prepared<{ id: string }>(`
  with given as (select * from jsonb_to_record($1::jsonb) as row (user_id uuid, password text, failures text[], device text,
      network text, token text, now timestamptz, expires timestamptz, user_agent text, actor_id uuid, actor_kind text,
      on_behalf_of uuid, api_key_id uuid, ip_address text, request_id text)),
  held as materialized (
    select given.*, d.id as device_id from given
    join users u on u.id = given.user_id and u.disabled_at is null and u.email_verified and not u.two_factor_enabled
    join accounts a on a.user_id = u.id and a.provider_id = 'credential' and a.password = given.password
    join known_devices d on d.user_id = u.id and d.device = given.device and d.network = given.network
    where not exists (select from sign_in_failures f where f.key = any(given.failures))
    for share of u, a),
  audited as (${auditRowsOf(
    "(select *, 'account.sign-in' as action, 'user' as entity, user_id as entity_id from held) added",
    [
      'action',
      'entity',
      'entity_id',
      'actor_id',
      'actor_kind',
      'on_behalf_of',
      'api_key_id',
      'ip_address',
      'request_id',
    ],
  )}),
  seen as (update known_devices d set last_seen_at = held.now from held where d.id = held.device_id),
  ended as (delete from sessions where id in (
    select s.id from held join sessions s on s.user_id = held.user_id where s.support_from is null
    order by s.updated_at desc, s.created_at desc offset 49))
  insert into sessions (user_id, token, expires_at, ip_address, user_agent, created_at, updated_at, proved_at)
  select user_id, token, expires, coalesce(ip_address, ''), user_agent, now, now, now from held returning id`);

/** All that `beginOnKnownDevice` is told. */
export function knownSignIn(caller: Caller, { userId, ...rest }: KnownSignIn): string {
  return JSON.stringify({ ...rest, ...auditActor(caller), user_id: userId, user_agent: caller.userAgent });
}

/**
 * A new session after the right password, with everything that belongs to it, in one statement. Writes nothing and answers
 * false unless there is nothing else to do: no second factor, no wrong passwords to forget, nobody to tell of a new device,
 * and still the same password of an account that may be used.
 */
export async function beginOnKnownDevice(
  { pool }: Db,
  known: ReturnType<typeof knownSignIn>,
): Promise<boolean> {
  return (await begin(pool, [known])).length > 0;
}
