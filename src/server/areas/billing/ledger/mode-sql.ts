import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

/**
 * Sets in which mode the school takes payments, and marks the accounts that payments of the one or the other mode were made
 * for. Answers how many those are; null: it was this mode before.
 */
export async function updateMode(trx: Transaction<DB>, livemode: boolean): Promise<number | null> {
  const { rows } = await sql`
    update billing_mode set livemode = ${livemode} where livemode <> ${livemode} returning 1`.execute(trx);
  if (rows.length === 0) return null;
  const marked = await sql`
    update billing_accounts a set mode_due = true
    where exists (select from billing_customers c where c.account_id = a.id)`.execute(trx);
  return Number(marked.numAffectedRows ?? 0);
}

export async function noteRehearsal(db: Reader): Promise<void> {
  await db.updateTable('billing_mode').set({ is_rehearsed: true }).execute();
}

/** Accounts whose tier was written down by the payments of the other mode. */
export function selectModeDue(db: Reader, after: { id: string } | undefined, limit: number) {
  return db
    .selectFrom('billing_accounts')
    .select('id')
    .where('mode_due', '=', true)
    .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The tier follows the mode now; what is mailed may be due at another time by it. */
export async function noteModeFollowed(trx: Transaction<DB>, accountId: string, now: Date): Promise<void> {
  await sql`update billing_accounts set mode_due = false, mail_at = least(mail_at, ${now}::timestamptz)
    where id = ${accountId}`.execute(trx);
}
