import { sql, type Transaction } from 'kysely';
import type { Fact } from '#domain/billing/facts';
import type { BillingMailKey, SentBillingMail } from '#domain/billing/mails/billing-mail';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import { type FactRow, toFact } from '../ledger/ledger-sql.ts';

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
  /** The team that they pay for; null: they pay for themselves. */
  readonly team: string | null;
}

/** Who reads what is mailed of an account: its person, or the owner of its team; undefined: nobody who may be written to. */
export async function selectMailReader(db: Reader, accountId: string): Promise<MailReader | undefined> {
  const { rows } = await sql<MailReader>`
    select m.id, m.name, m.email, t.name as team from billing_accounts a left join teams t on t.id = a.team_id
    join members m on m.id = coalesce(a.user_id, t.owner_id)
    where a.id = ${accountId} and m.is_enabled and m.email_verified`.execute(db);
  return rows[0];
}

/** The facts that emails are made of, of those that count: of a team only what its owner's own card paid, and nobody's before. */
export async function selectMailFacts(db: Reader, accountId: string): Promise<Fact[]> {
  const { rows } = await sql<FactRow>`
    select f.no, f.kind, f.subject, f.body from counted_facts f join billing_accounts a on a.id = f.account_id
    left join teams t on t.id = a.team_id
    where f.account_id = ${accountId} and (a.team_id is null or exists (
      select from billing_customers c where c.provider = f.provider and c.customer = f.customer
        and c.payer_id = t.owner_id and c.retired_at is null))
    order by f.no`.execute(db);
  return rows.map(toFact);
}

/**
 * Whether this end of a subscription was declared on the page for cancellations since the subscription last went on: the
 * receipt of that says when it ends already.
 */
export async function selectIsDeclared(
  db: Reader,
  accountId: string,
  { subscription, version }: { readonly subscription: string; readonly version: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from billing_requests r where r.account_id = ${accountId} and r.subscription = ${subscription}
      and r.kind = 'cancellation' and not r.is_extraordinary and r.ends_on is null
      and r.received_at >= (select max(f.at) from counted_facts f where f.account_id = ${accountId}
        and f.kind = 'subscription' and f.subject = ${subscription} and f.no < ${version})
    limit 1`.execute(db);
  return rows.length > 0;
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
