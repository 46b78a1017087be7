import type { Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

/** How the table of ways names a password. */
const PASSWORD = 'credential';

interface Subject {
  readonly issuer: string;
  readonly subject: string;
}
interface Linked extends Subject {
  readonly userId: string;
  readonly label: string;
}

/** Whose this sign-in is, held until the end of the transaction; nothing when nobody has linked it. */
export function holdLink(trx: Transaction<DB>, { issuer, subject }: Subject, now: Date) {
  return trx
    .updateTable('accounts')
    .set({ last_used_at: now })
    .where('provider_id', '=', issuer)
    .where('account_id', '=', subject)
    .returning('user_id')
    .executeTakeFirst();
}

/** Links, unless it is linked; answers whose it is then. */
export async function insertLink(trx: Transaction<DB>, link: Linked, now: Date): Promise<string> {
  const { issuer, label, subject, userId } = link;
  await trx
    .insertInto('accounts')
    .values({ provider_id: issuer, account_id: subject, user_id: userId, label, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['provider_id', 'account_id']).doNothing())
    .execute();
  const row = await trx
    .selectFrom('accounts')
    .select('user_id')
    .where('provider_id', '=', issuer)
    .where('account_id', '=', subject)
    .executeTakeFirstOrThrow();
  return row.user_id;
}

/** The account with this address, held until the end of the transaction. */
export function holdOwner(trx: Transaction<DB>, email: string) {
  return trx
    .selectFrom('users')
    .innerJoin('members', 'members.id', 'users.id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.email_verified',
      'users.two_factor_enabled',
      'users.disabled_at',
      'members.is_admin',
    ])
    .where('users.email', '=', email)
    .forUpdate('users')
    .executeTakeFirst();
}

/** The linked services of a user, oldest first. */
export function selectLinks(db: Reader, userId: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'provider_id', 'account_id', 'label', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('provider_id', '<>', PASSWORD)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
