import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { registerNamed } from '#server/db/client';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';

/** Wrong passwords that are free: from one address on one account, and on one account from everywhere. */
const FREE_BY_ADDRESS = 5;
const FREE_BY_ACCOUNT = 20;
const FIRST_LOCK_SECONDS = 60;
const LONGEST_LOCK_SECONDS = 3600;

interface Attempt {
  readonly email: string;
  readonly ipAddress: string;
}

const key = (kind: string, ...parts: string[]) =>
  `${kind}:${createHash('sha256').update(parts.join('\n')).digest('hex')}`;
const keysOf = ({ email, ipAddress }: Attempt) => ({
  account: key('account', email),
  pair: key('pair', email, ipAddress),
});

const LOCKS = registerNamed(`
  select ceil(extract(epoch from locked_until - now()))::int as seconds from sign_in_failures where key in ($1, $2)`);

/**
 * Throws ACCOUNT_LOCKED while an account is locked for this address. Unknown addresses lock like known ones. Answers
 * whether there were wrong passwords that a right one has to forget.
 */
export async function refuseIfLocked({ db }: Services, attempt: Attempt): Promise<boolean> {
  const { account, pair } = keysOf(attempt);
  const { rows } = await db.pool.query<{ seconds: number | null }>(LOCKS, [account, pair]);
  const seconds = Math.max(0, ...rows.map((row) => row.seconds ?? 0));
  if (seconds > 0) throw new Failure('ACCOUNT_LOCKED', { data: { retryAfter: seconds } });
  return rows.length > 0;
}

/**
 * Counts a wrong password; from the last free one on each locks for twice as long as the one before. Throws
 * ACCOUNT_LOCKED when guesses made at the same moment locked the account first: then not even "wrong" is told.
 */
export async function countFailure(services: Services, attempt: Attempt): Promise<void> {
  const { account, pair } = keysOf(attempt);
  for (const [name, free] of [
    [pair, FREE_BY_ADDRESS],
    [account, FREE_BY_ACCOUNT],
  ] as const) {
    const { rows } = await sql`
      insert into sign_in_failures as f (key, failures) values (${name}, 1)
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
  const { account, pair } = keysOf(attempt);
  await db.kysely.deleteFrom('sign_in_failures').where('key', 'in', [account, pair]).execute();
}
