import { sql, type Transaction } from 'kysely';
import { expect } from 'vitest';
import type { DB } from '#server/db/types';
import { test } from '#tests/kit/database';
import { selectPayingTwice } from './ending-sql.ts';

const SHOP = { name: 'stripe', livemode: false };
const NOW = new Date('2026-11-24T09:00:00Z');

/** An account of one customer, of whom so many subscriptions live, and of each of which so much was once learned. */
async function insertPayer(
  trx: Transaction<DB>,
  customer: string,
  { lives, stopped = 0, learned }: { lives: number; stopped?: number; learned: number },
): Promise<void> {
  await sql`
    with account as (insert into billing_accounts default values returning id),
    customer as (
      insert into billing_customers (provider, customer, account_id, livemode, created_at)
      select 'stripe', ${customer}, id, false, ${NOW}::timestamptz from account),
    subs as (select n, case when n <= ${lives}::int then 'running' else 'stopped' end as last
      from generate_series(1, ${lives + stopped}::int) n)
    insert into billing_facts (account_id, provider, customer, kind, subject, body, at)
    select id, 'stripe', ${customer}, 'subscription', ${customer} || n, jsonb_build_object(
      'state', case when step = ${learned}::int then last else 'overdue' end, 'startedAt', step), ${NOW}::timestamptz
    from account, subs, generate_series(1, ${learned}::int) step order by step`.execute(trx);
}

/** How many facts this transaction read. */
async function readFacts(trx: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
    where relname = 'billing_facts'`.execute(trx);
  return rows[0]?.read ?? 0;
}

test('who pays for two subscriptions is found without reading all that was ever learned', async ({ db }) => {
  await db.transaction(async (trx) => {
    await insertPayer(trx, 'cus_once', { lives: 1, stopped: 1, learned: 300 });
    await insertPayer(trx, 'cus_twice', { lives: 2, learned: 300 });
    await insertPayer(trx, 'cus_twice_again', { lives: 2, stopped: 2, learned: 2 });
  });
  await db.transaction(async (trx) => {
    const find = async (after: string) =>
      (await selectPayingTwice(trx, SHOP, { after, limit: 1, now: NOW })).map(({ id }) => id);
    const before = await readFacts(trx);
    expect(await find('')).toEqual(['cus_twice']);
    expect(await find('cus_twice')).toEqual(['cus_twice_again']);
    expect(await find('cus_twice_again')).toEqual([]);
    expect((await readFacts(trx)) - before).toBeLessThan(50);
  });
});

/** The refund of a second subscription, and how it ended. */
async function giveBack(trx: Transaction<DB>, customer: string, error: string | null): Promise<void> {
  await sql`
    insert into billing_commands (account_id, provider, kind, args, is_repeated, due_at, done_at, last_error)
    select account_id, provider, 'refund-second', jsonb_build_object('invoice', 'in', 'subscription', customer || '1'),
      false, ${NOW}::timestamptz, ${NOW}::timestamptz, ${error}
    from billing_customers where customer = ${customer}`.execute(trx);
}

test('a subscription that was given back is found while it lives, though it is the only one', async ({
  db,
}) => {
  await db.transaction(async (trx) => {
    await insertPayer(trx, 'cus_back', { lives: 1, stopped: 1, learned: 1 });
    await giveBack(trx, 'cus_back', null);
    await insertPayer(trx, 'cus_ended', { lives: 0, stopped: 1, learned: 1 });
    await giveBack(trx, 'cus_ended', null);
    await insertPayer(trx, 'cus_lost', { lives: 1, learned: 1 });
    await giveBack(trx, 'cus_lost', 'no answer');
    await insertPayer(trx, 'cus_refused', { lives: 1, learned: 1 });
    await giveBack(trx, 'cus_refused', 'PaymentRefused');
    const found = await selectPayingTwice(trx, SHOP, { after: '', limit: 9, now: NOW });
    expect(found.map(({ id }) => id)).toEqual(['cus_back', 'cus_lost']);
  });
});

test('two subscriptions of two customers of one account are no double payment', async ({ db }) => {
  await db.transaction(async (trx) => {
    await insertPayer(trx, 'cus_old', { lives: 1, learned: 1 });
    await insertPayer(trx, 'cus_new', { lives: 1, learned: 1 });
    // A team whose owner changed has one that ends, and the new owner's.
    await sql`
      with moved as (insert into billing_customers (provider, customer, account_id, livemode, created_at, retired_at)
        select 'stripe', 'cus_former', account_id, false, ${NOW}::timestamptz, ${NOW}::timestamptz
        from billing_customers where customer = 'cus_new' returning account_id)
      insert into billing_facts (account_id, provider, customer, kind, subject, body, at)
      select account_id, 'stripe', 'cus_former', 'subscription', 'former', '{"state": "running", "startedAt": 1}',
        ${NOW}::timestamptz from moved`.execute(trx);
    expect(await selectPayingTwice(trx, SHOP, { after: '', limit: 9, now: NOW })).toEqual([]);
  });
});
