import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';

/** Wrong codes in a row that are free, whatever sign-in, address or kind of code they come by. */
export const FREE_TRIES = 10;
export const FIRST_LOCK_SECONDS = 900;
export const LONGEST_LOCK_SECONDS = 24 * 3600;

interface SealedFactor {
  readonly secret: string;
  readonly backup_codes: string;
}

/** The second factor of an account, sealed; not `verified` while no first code was given. */
export async function selectFactor(
  db: Reader,
  userId: string,
): Promise<(SealedFactor & { readonly verified: boolean | null }) | undefined> {
  return db
    .selectFrom('two_factor')
    .select(['secret', 'backup_codes', 'verified'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Writes the one second factor of an account that is held, in the place of one that was started before. */
export async function keepFactor(
  trx: Transaction<DB>,
  userId: string,
  { backup_codes, secret }: SealedFactor,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('two_factor')
    .set({ backup_codes, secret, verified: false, enabled_at: null })
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n)
    await trx
      .insertInto('two_factor')
      .values({ user_id: userId, backup_codes, secret, verified: false })
      .execute();
}

/**
 * Counts a code before it is checked, so that of many at the same moment no more are checked than are free. From the
 * last free one on each locks for twice as long as the one before. Fails with ACCOUNT_LOCKED.
 */
export async function claimTry({ db }: Pick<Services, 'db'>, userId: string): Promise<void> {
  const { rows } = await sql`
    update two_factor set failed_verification_count = failed_verification_count + 1,
      locked_until = case when failed_verification_count + 1 >= ${FREE_TRIES}
        then now() + make_interval(secs => least(
          ${FIRST_LOCK_SECONDS} * power(2, least(failed_verification_count + 1 - ${FREE_TRIES}, 10)), ${LONGEST_LOCK_SECONDS}))
      end
    where user_id = ${userId} and (locked_until is null or locked_until <= now())
    returning id`.execute(db.kysely);
  if (rows.length > 0) return;
  const locked = await sql<{ seconds: number }>`
    select ceil(extract(epoch from locked_until - now()))::int as seconds
    from two_factor where user_id = ${userId} and locked_until > now()`.execute(db.kysely);
  const [lock] = locked.rows;
  if (lock) throw new Failure('ACCOUNT_LOCKED', { data: { retryAfter: lock.seconds } });
}

/** A right code forgets the wrong ones. */
export async function forgetTries(db: Reader, userId: string): Promise<void> {
  await db
    .updateTable('two_factor')
    .set({ failed_verification_count: 0, locked_until: null })
    .where('user_id', '=', userId)
    .execute();
}

/** Enables the factor that was started with this secret; false when another one was started meanwhile. */
export async function enableFactor(
  trx: Transaction<DB>,
  userId: string,
  { now, secret }: { now: Date; secret: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('two_factor')
    .set({ verified: true, enabled_at: now })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('verified', '=', false)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await trx
    .updateTable('users')
    .set({ two_factor_enabled: true, updated_at: now })
    .where('id', '=', userId)
    .execute();
  return true;
}

/** Writes new backup codes, sealed; the old ones end. False where there is no second factor. */
export async function replaceBackupCodes(
  trx: Transaction<DB>,
  userId: string,
  sealed: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('two_factor')
    .set({ backup_codes: sealed })
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Removes a second factor that was started or enabled since a moment; answers whether there was one. */
export async function dropFactorSince(
  trx: Transaction<DB>,
  userId: string,
  { now, since }: { now: Date; since: Date },
): Promise<boolean> {
  const dropped = await trx
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('enabled_at', 'is', null), eb('enabled_at', '>=', since)]))
    .returning('id')
    .execute();
  if (dropped.length === 0) return false;
  await trx
    .updateTable('users')
    .set({ two_factor_enabled: false, updated_at: now })
    .where('id', '=', userId)
    .execute();
  return true;
}

/** Writes down that a code was given; false when it was before, also at this very moment. */
export async function markCodeUsed(db: Kysely<DB>, userId: string, code: string): Promise<boolean> {
  const marked = await db
    .insertInto('used_codes')
    .values({ user_id: userId, code_hash: createHash('sha256').update(code).digest() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Forgets codes that are too old to be given again. */
export async function forgetUsedCodes(db: Kysely<DB>): Promise<void> {
  await sql`delete from used_codes where used_at < now() - interval '5 minutes'`.execute(db);
}

/** Replaces the sealed backup codes by those that are left; false when others were written meanwhile. */
export async function spendBackupCode(
  db: Kysely<DB>,
  userId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ backup_codes: to })
    .where('user_id', '=', userId)
    .where('backup_codes', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whom to notify that codes of an account are refused for a while; undefined while they are not. */
export async function selectLock(
  trx: Transaction<DB>,
  userId: string,
): Promise<{ readonly name: string; readonly email: string } | undefined> {
  return trx
    .selectFrom('two_factor')
    .innerJoin('users', 'users.id', 'two_factor.user_id')
    .select(['users.name', 'users.email'])
    .where('two_factor.user_id', '=', userId)
    .where('two_factor.locked_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
}
