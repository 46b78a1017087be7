import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { batchedBy } from '#server/db/batched';
import type { Db, Reader } from '#server/db/client';
import { prepared } from '#server/db/prepared';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { type Credentials, USER_COLUMNS } from '../sql.ts';

/**
 * Wrong passwords that are free on one account: from one address or session, from one device that its owner has signed in
 * on, and from everywhere else.
 */
export const FREE_BY_ORIGIN = 5;
export const FREE_BY_DEVICE = 10;
const FREE_BY_ACCOUNT = 20;
export const FIRST_LOCK_SECONDS = 60;
export const LONGEST_LOCK_SECONDS = 3600;

/** A try of a password. The owner's own device and session are counted apart, so that no stranger can lock them. */
export interface Attempt {
  readonly email: string;
  readonly ipAddress: string;
  /** What the device showed of an earlier sign-in of this account (device-cookie). */
  readonly device?: string | null;
  /** The session in which its owner is asked for the password once more. */
  readonly sessionId?: string;
}
interface Counter {
  readonly key: string;
  readonly free: number;
}

const digest = (...parts: string[]) => hash('sha256', parts.join('\n'), 'hex');

function countersOf({ device, email, ipAddress, sessionId }: Attempt): readonly [Counter, Counter] {
  const account = digest(email);
  if (sessionId !== undefined)
    return [
      { key: `session:${account}:${digest(email, sessionId)}`, free: FREE_BY_ORIGIN },
      { key: `sessions:${account}:all`, free: FREE_BY_ACCOUNT },
    ];
  if (device) {
    const own = { key: `device:${account}:${digest(email, device)}`, free: FREE_BY_DEVICE };
    return [own, own];
  }
  return [
    { key: `pair:${account}:${digest(email, ipAddress)}`, free: FREE_BY_ORIGIN },
    { key: `account:${account}:all`, free: FREE_BY_ACCOUNT },
  ];
}

/** Under which the wrong passwords of an attempt are counted. */
export function failureKeys(attempt: Attempt): string[] {
  return countersOf(attempt).map(({ key }) => key);
}

const locks = prepared<{ seconds: number | null }>(`
  select ceil(extract(epoch from locked_until - now()))::int as seconds from sign_in_failures where key in ($1, $2)`);

/**
 * Throws ACCOUNT_LOCKED while an account is locked for this attempt. Unknown addresses lock like known ones. Answers
 * whether there were wrong passwords that a right one has to forget.
 */
export async function refuseIfLocked({ db }: Services, attempt: Attempt): Promise<boolean> {
  const rows = await locks(db.pool, failureKeys(attempt));
  const seconds = Math.max(0, ...rows.map((row) => row.seconds ?? 0));
  refuseLocked(seconds);
  return rows.length > 0;
}

type Found<Row> = { readonly [Column in keyof Row]: Row[Column] | null };
interface Asked {
  readonly email: string;
  readonly failures: readonly string[];
}
// Lateral, each by its key: for a plan the number of those who ask is unknown, and a join would read whole tables.
const forSignIn = prepared<Found<Credentials> & { readonly seconds: number | null }>(`
  select locks.seconds, found.*
  from jsonb_array_elements($1::jsonb) with ordinality as row (asked, place)
  cross join lateral (
    select ceil(extract(epoch from max(locked_until) - now()))::int as seconds from sign_in_failures
    where key = any(array(select jsonb_array_elements_text(asked->'failures')))) locks
  left join lateral (
    select ${USER_COLUMNS}, m.email_verified, m.disabled_at, a.password from members m
    left join accounts a on a.user_id = m.id and a.provider_id = 'credential'
    where m.email = asked->>'email' limit 1) found on true
  order by place`);
const credentials = batchedBy(
  ({ pool }: Db) =>
    (all: readonly Asked[]) =>
      forSignIn(pool, [JSON.stringify(all)]),
);

/**
 * What a sign-in checks and answers with, and for how many seconds wrong passwords that are counted under these keys still lock
 * it: in one statement, which is the same for an address that nobody has, and which those who come at one moment share.
 */
export async function selectCredentials(
  db: Db,
  asked: Asked,
): Promise<{ lockedSeconds: number; known: Credentials | undefined }> {
  const row = await credentials(db)(asked);
  const lockedSeconds = Math.max(0, row?.seconds ?? 0);
  return { lockedSeconds, known: row && isFound(row) ? row : undefined };
}

/** Only the password is null of an account that is there, or a date. */
function isFound(row: Found<Credentials>): row is Credentials {
  return row.id !== null;
}

/** Throws ACCOUNT_LOCKED where an account is locked for some more seconds. */
export function refuseLocked(seconds: number): void {
  if (seconds > 0) throw new Failure('ACCOUNT_LOCKED', { data: { retryAfter: seconds } });
}

/**
 * Counts a wrong password; from the last free one on each locks for twice as long as the one before. Throws
 * ACCOUNT_LOCKED when guesses made at the same moment locked the account first: then not even "wrong" is told.
 */
export async function countFailure(services: Services, attempt: Attempt): Promise<void> {
  const counters = new Map(countersOf(attempt).map(({ free, key }) => [key, free]));
  for (const [key, free] of counters) {
    const { rows } = await sql`
      insert into sign_in_failures as f (key, failures) values (${key}, 1)
      on conflict (key) do update set failures = f.failures + 1, updated_at = now(),
        locked_until = case when f.failures + 1 >= ${free}
          then now() + make_interval(secs => least(${FIRST_LOCK_SECONDS} * power(2, least(f.failures + 1 - ${free}, 10)), ${LONGEST_LOCK_SECONDS}))
        end
      where f.locked_until is null or f.locked_until <= now()
      returning key`.execute(services.db.kysely);
    if (rows.length === 0) await refuseIfLocked(services, attempt);
  }
}

/** A right password forgets the wrong ones. */
export async function forgetFailures({ db }: Services, attempt: Attempt): Promise<void> {
  await db.kysely.deleteFrom('sign_in_failures').where('key', 'in', failureKeys(attempt)).execute();
}

/** A new password lifts every lock of the account: the wrong ones were for the old one. */
export async function liftLocks(db: Reader, email: string): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where(sql<string>`split_part(key, ':', 2)`, '=', digest(email))
    .execute();
}

/** Forgets wrong passwords of yesterday. */
export async function forgetOldFailures(db: Reader): Promise<void> {
  await sql`delete from sign_in_failures where updated_at < now() - interval '1 day'`.execute(db);
}
