import { sql, type Transaction } from 'kysely';
import type { BankRefund, PaidTransfer } from '#domain/billing/bank/bank-transfer';
import type { Interval } from '#domain/billing/facts';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';
import { secondsOf } from '../ledger/seconds.ts';

export interface TransferRow {
  readonly id: string;
  readonly account_id: string;
  readonly reference: string;
  readonly tier: Tier;
  readonly interval: Interval | null;
  readonly amount: number;
  readonly currency: string;
  readonly state: 'pending' | 'paid' | 'canceled';
  readonly ordered_at: Date;
  readonly number: string | null;
  readonly paid_at: Date | null;
  readonly period_from: Date | null;
  readonly period_to: Date | null;
}

const COLUMNS = sql`t.id, t.account_id, t.reference, t.tier, t.interval, t.amount, t.currency, t.state, t.ordered_at,
  t.number, t.paid_at, t.period_from, t.period_to`;

export async function selectPending(db: Reader, accountId: string): Promise<TransferRow | undefined> {
  const { rows } = await sql<TransferRow>`
    select ${COLUMNS} from bank_transfers t where t.account_id = ${accountId} and t.state = 'pending'`.execute(
    db,
  );
  return rows[0];
}

/** Nobody else settles it until the transaction ends. */
export async function holdTransfer(trx: Transaction<DB>, id: string): Promise<TransferRow | undefined> {
  const { rows } = await sql<TransferRow>`
    select ${COLUMNS} from bank_transfers t where t.id = ${id} for update`.execute(trx);
  return rows[0];
}

export interface NewTransfer
  extends Pick<TransferRow, 'account_id' | 'amount' | 'currency' | 'interval' | 'reference' | 'tier'> {
  readonly plan_id: string | null;
  readonly ordered_at: Date;
  readonly state?: TransferRow['state'];
}

export async function insertTransfer(trx: Transaction<DB>, values: NewTransfer): Promise<string> {
  const { id } = await trx
    .insertInto('bank_transfers')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** When the first of the last `most` orders since a time was made; undefined: there were fewer. */
export async function selectFirstOrder(
  db: Reader,
  accountId: string,
  { most, since }: { readonly most: number; readonly since: Date },
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('bank_transfers')
    .select('ordered_at')
    .where('account_id', '=', accountId)
    .where('ordered_at', '>', since)
    .orderBy('ordered_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.ordered_at;
}

export interface Payment {
  readonly number: string;
  readonly paid_at: Date;
  readonly period_from: Date;
  readonly period_to: Date;
}

export async function updatePaid(trx: Transaction<DB>, id: string, payment: Payment): Promise<void> {
  await trx
    .updateTable('bank_transfers')
    .set({ state: 'paid', ...payment })
    .where('id', '=', id)
    .execute();
}

export async function updateCanceled(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.updateTable('bank_transfers').set({ state: 'canceled' }).where('id', '=', id).execute();
}

export async function isNumberTaken(db: Reader, number: string): Promise<boolean> {
  const row = await db
    .selectFrom('bank_transfers')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRefund(
  trx: Transaction<DB>,
  values: { readonly transfer_id: string; readonly amount: number; readonly at: Date },
): Promise<void> {
  await trx.insertInto('bank_refunds').values(values).execute();
}

interface PaidRow extends TransferRow {
  readonly refunds: readonly (Omit<BankRefund, 'at'> & { readonly at: number })[];
}

/** What an account paid, with what went back. */
export async function selectPaid(db: Reader, accountId: string): Promise<PaidTransfer[]> {
  const { rows } = await sql<PaidRow>`
    select ${COLUMNS}, (select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount,
        'at', floor(extract(epoch from r.at))::int8) order by r.at, r.id), '[]')
      from bank_refunds r where r.transfer_id = t.id) as refunds
    from bank_transfers t where t.account_id = ${accountId} and t.state = 'paid' order by t.paid_at, t.id`.execute(
    db,
  );
  return rows.flatMap(
    ({ account_id, amount, currency, id, number, paid_at, period_from, period_to, refunds, tier }) =>
      number !== null && paid_at && period_from && period_to
        ? [
            {
              id,
              account: account_id,
              number,
              tier,
              amount,
              currency,
              paidAt: secondsOf(paid_at),
              from: secondsOf(period_from),
              to: secondsOf(period_to),
              refunds,
            },
          ]
        : [],
  );
}

export interface ListedTransfer extends TransferRow {
  /** Null: the account was deleted. */
  readonly user_id: string | null;
  readonly name: string | null;
}

/** One of them, as administrators see it. */
export async function selectTransfer(db: Reader, id: string): Promise<ListedTransfer | undefined> {
  const { rows } = await sql<ListedTransfer>`
    select ${COLUMNS}, u.id as user_id, u.name from bank_transfers t
    join billing_accounts a on a.id = t.account_id left join users u on u.id = a.user_id
    where t.id = ${id}`.execute(db);
  return rows[0];
}

/** What waits for its payment, the oldest first, and then what was settled of late; '' is contained in all. */
export async function selectTransfers(
  db: Reader,
  { contains, limit }: { contains: string; limit: number },
): Promise<ListedTransfer[]> {
  const like = containing(contains);
  const { rows } = await sql<ListedTransfer>`
    select ${COLUMNS}, u.id as user_id, u.name from bank_transfers t
    join billing_accounts a on a.id = t.account_id left join users u on u.id = a.user_id
    where ${contains} = '' or t.reference ilike ${like} or t.number ilike ${like} or u.name ilike ${like}
      or u.email ilike ${like}
    order by t.state = 'pending' desc, case when t.state = 'pending' then t.ordered_at end,
      coalesce(t.paid_at, t.ordered_at) desc, t.id limit ${limit}`.execute(db);
  return rows;
}
