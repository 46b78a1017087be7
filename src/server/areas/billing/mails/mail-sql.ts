import { sql, type Transaction } from 'kysely';
import type { BillingMailKey, SentBillingMail } from '#domain/billing/mails/billing-mail';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export async function selectSent(db: Reader, accountId: string): Promise<SentBillingMail[]> {
  const { rows } = await sql<SentBillingMail>`
    select kind, subject, date, floor(extract(epoch from at))::int8 as at from billing_mails
    where account_id = ${accountId}`.execute(db);
  return rows;
}

/** Writes down that an email is sent; false: it was before. */
export async function insertSent(
  trx: Transaction<DB>,
  accountId: string,
  { date, kind, subject }: BillingMailKey,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into billing_mails (account_id, kind, subject, date, at)
    values (${accountId}, ${kind}, ${subject}, ${date}, ${at}) on conflict do nothing returning 1`.execute(
    trx,
  );
  return rows.length > 0;
}

export interface MailReader {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Who reads what is mailed of an account; undefined: nobody who may be written to. */
export async function selectMailReader(db: Reader, accountId: string): Promise<MailReader | undefined> {
  const { rows } = await sql<MailReader>`
    select m.id, m.name, m.email from billing_accounts a join members m on m.id = a.user_id
    where a.id = ${accountId} and m.is_enabled and m.email_verified`.execute(db);
  return rows[0];
}

export async function updateMailAt(trx: Transaction<DB>, accountId: string, at: Date | null): Promise<void> {
  await trx.updateTable('billing_accounts').set({ mail_at: at }).where('id', '=', accountId).execute();
}

/** Accounts of which something may have to be mailed now. */
export function selectMailDue(db: Reader, now: Date, after: { id: string } | undefined, limit: number) {
  return db
    .selectFrom('billing_accounts')
    .select('id')
    .where('mail_at', '<=', now)
    .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Holds an account whose turn it still is: another process may have been faster. */
export async function holdMailDue(trx: Transaction<DB>, accountId: string, now: Date) {
  return trx
    .selectFrom('billing_accounts')
    .select(['id', 'user_id', 'team_id'])
    .where('id', '=', accountId)
    .where('mail_at', '<=', now)
    .forUpdate()
    .executeTakeFirst();
}
