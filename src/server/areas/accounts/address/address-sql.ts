import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/types';

/** How long a new address waits to be confirmed, and how long it can be undone from the old one. */
const CONFIRM_MS = 24 * 3_600_000;
const UNDO_MS = 7 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** What a link about a change stands for. */
export interface ChangeToken {
  readonly userId: string;
  readonly changeId: string;
}

/** Holds the account until the end of the transaction: its changes of address come one after the other. */
export async function holdAccount(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

export async function insertChange(
  trx: Transaction<DB>,
  change: { user_id: string; old_email: string; new_email: string },
  now: Date,
): Promise<string> {
  const { id } = await trx
    .insertInto('address_changes')
    .values({ ...change, created_at: now, expires_at: new Date(now.getTime() + CONFIRM_MS) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** How many changes a person has asked for in the last day. */
export async function countChanges(trx: Transaction<DB>, userId: string, now: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('address_changes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  return count;
}

/** Ends what waits to be confirmed; answers how many that were. */
export async function endPending(trx: Transaction<DB>, userId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('address_changes')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** A change that can still be confirmed or undone. */
export async function selectOpenChange(trx: Transaction<DB>, { changeId, userId }: ChangeToken, now: Date) {
  return trx
    .selectFrom('address_changes')
    .select(['id', 'user_id', 'old_email', 'new_email', 'created_at', 'confirmed_at'])
    .where('id', '=', changeId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function markConfirmed(trx: Transaction<DB>, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('address_changes')
    .set({ confirmed_at: now, expires_at: new Date(now.getTime() + UNDO_MS) })
    .where('id', '=', id)
    .execute();
}

/** Ends a change and those that came after it: whoever made them has no way left to undo the undoing. */
export async function endChangesSince(
  trx: Transaction<DB>,
  { changeId, userId }: ChangeToken,
  now: Date,
): Promise<void> {
  await sql`
    update address_changes set ended_at = ${now}
    where user_id = ${userId} and ended_at is null
      and created_at >= (select created_at from address_changes where id = ${changeId})`.execute(trx);
}
