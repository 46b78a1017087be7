import type { Transaction } from 'kysely';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import { prepared } from '#server/db/prepared';
import type { DB } from '#server/db/types';

export function selectUserByEmail(db: Reader, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** The account of an address, held until the end of the transaction. */
export function holdUserByEmail(trx: Transaction<DB>, email: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'email_verified'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
}

export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly two_factor_enabled: boolean;
  readonly erase_at: Date | null;
  readonly subscription_tier: Tier;
  readonly avatar_url: string | null;
  readonly is_admin: boolean;
}
export interface Credentials extends UserRow {
  readonly email_verified: boolean;
  readonly disabled_at: Date | null;
  readonly password: string | null;
}

export const USER_COLUMNS =
  'm.id, m.name, m.email, m.two_factor_enabled, m.erase_at, m.subscription_tier, m.avatar_url, m.is_admin';
const byId = prepared<UserRow>(`select ${USER_COLUMNS} from members m where m.id = $1`);
const stillPassword = prepared(`
  select from accounts a join users u on u.id = a.user_id
  where u.id = $1 and u.disabled_at is null and a.provider_id = 'credential' and a.password = $2 for share`);

export async function selectUser(db: Reader, id: string): Promise<UserRow | undefined> {
  return (await byId(db, [id]))[0];
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
  const rows = await stillPassword(trx, [userId, hash]);
  return rows.length > 0;
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

export async function setPasswordHash(
  trx: Transaction<DB>,
  userId: string,
  password: string,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('accounts')
    .values({ user_id: userId, account_id: userId, provider_id: 'credential', password })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password, updated_at: now }),
    )
    .execute();
}

/** Puts a password in the place of the one that was checked; false when that is the password no more. */
export async function replacePasswordHash(
  trx: Transaction<DB>,
  userId: string,
  { from, now, to }: { from: string; to: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set({ password: to, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** No password and no service outside opens the account any more, until a new password is chosen by a link. */
export async function dropSignInMethods(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('accounts').where('user_id', '=', userId).execute();
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** Ends the sessions of a user, all or all but one; answers how many. */
export async function deleteSessions(trx: Transaction<DB>, userId: string, except?: string): Promise<number> {
  const all = trx.deleteFrom('sessions').where('user_id', '=', userId);
  const { numDeletedRows } = await (except ? all.where('id', '<>', except) : all).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export const MAX_SESSIONS = 50;
const endOldest = prepared(`
  delete from sessions where id in (
    select id from sessions where user_id = $1 and support_from is null
    order by updated_at desc, created_at desc offset ${MAX_SESSIONS})`);

/** Nobody has more than 50 sessions: those that were unused the longest end. */
export async function endOldestSessions(trx: Transaction<DB>, userId: string): Promise<void> {
  await endOldest(trx, [userId]);
}

/** The account, held until the end of the transaction: what asks for it as well comes afterwards. */
export function holdUser(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom('users')
    .select(['email', 'email_verified', 'erase_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether an account is disabled and whether its address is confirmed; neither changes before the transaction ends. */
export function holdState(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom('users')
    .select(['disabled_at', 'email_verified', 'erase_at'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
}

/** Whether courses or posts name somebody as their author. */
export async function isNamedAuthor(db: Reader, userId: string): Promise<boolean> {
  const named = db.selectFrom('course_authors').select('course_id').where('user_id', '=', userId).limit(1);
  return (await named.executeTakeFirst()) !== undefined;
}

/** The profile, held until the end of the transaction: two changes of the picture come one after the other. */
export async function holdProfile(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.selectFrom('profiles').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
