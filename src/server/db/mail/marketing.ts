import { sql, type Transaction } from 'kysely';
import type { Reader } from '../client.ts';
import type { DB } from '../types.ts';

/** When a person agreed to marketing emails; null when nothing is agreed now. */
export async function consentSince(db: Reader, userId: string): Promise<Date | null> {
  const open = await db
    .selectFrom('marketing_consents')
    .select('given_at')
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return open?.given_at ?? null;
}

/** Keeps a person's agreement with its time; answers whether there was none before. */
export async function giveConsent(trx: Transaction<DB>, userId: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('marketing_consents')
    .values({ user_id: userId, given_at: now })
    .onConflict((conflict) => conflict.column('user_id').where('withdrawn_at', 'is', null).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Ends a person's agreement and keeps when; answers whether there was one. */
export async function withdrawConsent(trx: Transaction<DB>, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('marketing_consents')
    .set({ withdrawn_at: now })
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether the owner of this address may get marketing emails now; one that is tried again also where the address bounced. */
export async function isMarketingWanted(
  db: Reader,
  email: string,
  { retried = false } = {},
): Promise<boolean> {
  const { rows } = await sql`
    select from marketing_recipients where email = ${email}
    union all
    select from users u join marketing_consents c on c.user_id = u.id and c.withdrawn_at is null
    where ${retried}::boolean and u.email = ${email} and u.email_verified and u.disabled_at is null and u.erase_at is null
      and not exists (select from mail_suppressions s where s.address = u.email and s.reason <> 'bounce')
    limit 1`.execute(db);
  return rows.length > 0;
}
