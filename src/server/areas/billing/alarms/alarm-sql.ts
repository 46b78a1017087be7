import { sql, type Transaction } from 'kysely';
import type { KeptAlarm } from '#domain/billing/alarms';
import type { Fact } from '#domain/billing/facts';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import { type FactRow, toFact } from '../ledger/ledger-sql.ts';

export interface NewAlarm {
  readonly kind: KeptAlarm;
  /** Names the cause: of one cause there is one alarm. */
  readonly cause: string;
  readonly accountId: string | null;
  readonly subject: string;
}

/** Keeps an alarm; false: its cause is known. */
export async function insertAlarm(
  trx: Transaction<DB>,
  { accountId, cause, kind, subject }: NewAlarm,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('billing_alarms')
    .values({ cause, kind, account_id: accountId, details: JSON.stringify({ subject }), raised_at: now })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning('cause')
    .executeTakeFirst();
  return row !== undefined;
}

interface OpenAlarm {
  readonly cause: string;
  readonly kind: KeptAlarm;
  readonly subject: string;
  readonly user_id: string | null;
  readonly team: string | null;
  readonly raised_at: Date;
}

/** What nobody has looked at yet, newest first. */
export async function selectOpenAlarms(db: Reader): Promise<OpenAlarm[]> {
  const { rows } = await sql<OpenAlarm>`
    select m.cause, m.kind, m.details ->> 'subject' as subject, a.user_id, t.name as team, m.raised_at
    from billing_alarms m left join billing_accounts a on a.id = m.account_id
    left join teams t on t.id = a.team_id
    where m.checked_at is null order by m.raised_at desc, m.cause limit 200`.execute(db);
  return rows;
}

export async function closeAlarm(trx: Transaction<DB>, cause: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('billing_alarms')
    .set({ checked_at: now })
    .where('cause', '=', cause)
    .where('checked_at', 'is', null)
    .returning('cause')
    .executeTakeFirst();
  return row !== undefined;
}

/** What was learned last of the money of a customer. */
export async function selectMoney(
  db: Reader,
  { customer, provider }: { readonly customer: string; readonly provider: string },
): Promise<Fact[]> {
  const { rows } = await sql<FactRow>`
    select distinct on (kind, subject) no, kind, subject, body from billing_facts
    where provider = ${provider} and customer = ${customer} and kind in ('paid', 'refund')
    order by kind, subject, no desc`.execute(db);
  return rows.map(toFact);
}
