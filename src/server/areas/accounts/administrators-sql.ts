import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import { holdTurn } from '#server/db/hold-turn';
import type { DB } from '#server/db/types';

/** What administrators do to accounts comes one after the other: two who act on each other would wait for each other. */
export function holdAdministrators(trx: Transaction<DB>): Promise<void> {
  return holdTurn(trx, 'administrators');
}

/**
 * How many administrators besides this user can sign in and stay. Until the transaction ends no other one that asks gets its
 * answer: two that would each spare the other's administrator come one after the other.
 */
export async function countOtherAdministrators(trx: Transaction<DB>, userId: string): Promise<number> {
  await holdAdministrators(trx);
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from members
    where is_admin and is_enabled and email_verified and erase_at is null and id <> ${userId}`.execute(trx);
  return rows[0]?.others ?? 0;
}

/** Whether anybody is an administrator. */
export async function hasAdministrator(db: Reader): Promise<boolean> {
  const known = db.selectFrom('members').select('id').where('is_admin', '=', true).limit(1);
  return (await known.executeTakeFirst()) !== undefined;
}

/** Withdraws the open invitations of administrators that this user sent; answers which. One that has expired can be sent again by somebody else. */
export async function withdrawFrom(trx: Transaction<DB>, userId: string, now: Date): Promise<string[]> {
  const rows = await trx
    .updateTable('invitations')
    .set({ withdrawn_at: now })
    .where('invited_by', '=', userId)
    .where('is_admin', '=', true)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
