import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export function selectParked(db: Reader, limit: number) {
  return db
    .selectFrom('billing_inbox')
    .select(['event_id', 'type', 'received_at', 'tries', 'last_error'])
    .where('livemode', '=', sql<boolean>`payments_livemode()`)
    .where('done_at', 'is', null)
    .where('parked_at', 'is not', null)
    .orderBy('received_at', 'desc')
    .limit(limit)
    .execute();
}

/** Tries all parked notices again from the start; answers how many. */
export async function unparkNotices(trx: Transaction<DB>, now: Date): Promise<number> {
  const { rows } = await sql`
    update billing_inbox set parked_at = null, tries = 0, next_at = ${now}
    where livemode = payments_livemode() and done_at is null and parked_at is not null returning 1`.execute(
    trx,
  );
  return rows.length;
}

export function selectFailedLooks(db: Reader, limit: number) {
  return db
    .selectFrom('billing_customers')
    .innerJoin('billing_accounts', 'billing_accounts.id', 'billing_customers.account_id')
    .leftJoin('users', 'users.id', 'billing_accounts.user_id')
    .leftJoin('teams', 'teams.id', 'billing_accounts.team_id')
    .select(({ fn }) => [
      'customer',
      'user_id',
      'last_error',
      fn.coalesce('users.name', 'teams.name').as('name'),
    ])
    .where('last_error', 'is not', null)
    .where('livemode', '=', sql<boolean>`payments_livemode()`)
    .where('billing_customers.deleted_at', 'is', null)
    .orderBy('customer')
    .limit(limit)
    .execute();
}

export function selectLastCheck(db: Reader) {
  return db
    .selectFrom('billing_checks')
    .select(['at', 'looked', 'changed', 'failed', 'differences'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whose accounts these are, a person's or a team's; one that is deleted has no name. */
export function selectNames(db: Reader, accounts: readonly string[]) {
  return db
    .selectFrom('billing_accounts')
    .leftJoin('users', 'users.id', 'billing_accounts.user_id')
    .leftJoin('teams', 'teams.id', 'billing_accounts.team_id')
    .select(({ fn }) => [
      'billing_accounts.id as account_id',
      'users.id as user_id',
      fn.coalesce('users.name', 'teams.name').as('name'),
    ])
    .where('billing_accounts.id', 'in', [...accounts])
    .execute();
}
