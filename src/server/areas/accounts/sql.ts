import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/db/types';

type Reader = Kysely<DB> | Transaction<DB>;

export function selectUserByEmail(db: Reader, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** What a sign-in checks and answers with, in one statement. */
export function selectCredentials(db: Reader, email: string) {
  return userQuery(db)
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.user_id', '=', 'users.id').on('accounts.provider_id', '=', 'credential'),
    )
    .select(['users.email_verified', 'users.disabled_at', 'accounts.password'])
    .where('users.email', '=', email)
    .executeTakeFirst();
}

export function selectUser(db: Reader, id: string) {
  return userQuery(db).where('users.id', '=', id).executeTakeFirst();
}

function userQuery(db: Reader) {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .leftJoin('user_roles', (join) =>
      join.onRef('user_roles.user_id', '=', 'users.id').on('user_roles.role', '=', 'admin'),
    )
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.two_factor_enabled',
      'users.erase_at',
      'profiles.subscription_tier',
      'profiles.avatar_url',
      'user_roles.role',
    ]);
}

export function selectPasswordHash(db: Reader, userId: string) {
  return db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
}

/**
 * Whether this is still the password of an account that is not disabled, held until the end of the transaction: a change that is made at the same moment
 * comes before, and then it is not, or after, and then ends what this transaction begins.
 */
export async function isStillPassword(trx: Transaction<DB>, userId: string, hash: string): Promise<boolean> {
  const row = await trx
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select('accounts.id')
    .where('users.id', '=', userId)
    .where('users.disabled_at', 'is', null)
    .where('accounts.provider_id', '=', 'credential')
    .where('accounts.password', '=', hash)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Nothing when the address has an account already. */
export function insertUser(
  trx: Transaction<DB>,
  user: { name: string; email: string; email_verified?: boolean },
) {
  return trx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
}

export async function setPasswordHash(trx: Transaction<DB>, userId: string, password: string): Promise<void> {
  await trx
    .insertInto('accounts')
    .values({ user_id: userId, account_id: userId, provider_id: 'credential', password })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password, updated_at: new Date() }),
    )
    .execute();
}

/** No password and no service outside opens the account any more, until a new password is chosen by a link. */
export async function dropWaysIn(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('accounts').where('user_id', '=', userId).execute();
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** Ends the sessions of a user, all or all but one; answers how many. */
export async function deleteSessions(trx: Transaction<DB>, userId: string, except?: string): Promise<number> {
  const all = trx.deleteFrom('sessions').where('user_id', '=', userId);
  const { numDeletedRows } = await (except ? all.where('id', '<>', except) : all).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
