import { sql, type Transaction } from 'kysely';
import type { Difference } from '#domain/billing/balances';
import type { Fact } from '#domain/billing/facts';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import { toFact } from '../ledger/ledger-sql.ts';
import type { Customer } from './look-sql.ts';

interface Shop {
  readonly name: string;
  readonly livemode: boolean;
}

/**
 * The customers of a provider, the one tried longest ago first. `all`: everybody; left out, those with a live subscription, a
 * fact or a payment page of late, or a look that failed.
 */
export async function selectCustomers(
  db: Reader,
  { livemode, name }: Shop,
  { all, now }: { readonly all: boolean; readonly now: Date },
): Promise<Customer[]> {
  const { rows } = await sql<Customer>`
    select provider, customer from billing_customers c
    where provider = ${name} and livemode = ${livemode} and deleted_at is null and (
      ${all} or looked_at is null or last_error is not null or created_at > ${now}::timestamptz - interval '3 days'
      or exists (select from billing_facts f where f.account_id = c.account_id and f.at > ${now}::timestamptz - interval '60 days')
      or exists (select from (
          select distinct on (subject) body from billing_facts
          where account_id = c.account_id and kind = 'subscription' order by subject, no desc) s
        where s.body ->> 'state' <> 'stopped'))
    order by tried_at nulls first, customer`.execute(db);
  return rows;
}

/** What the ledger says of one customer. */
export async function selectFactsOf(db: Reader, { customer, provider }: Customer): Promise<Fact[]> {
  const rows = await db
    .selectFrom('billing_facts')
    .select(['no', 'kind', 'subject', 'body'])
    .where('account_id', 'in', (query) =>
      query
        .selectFrom('billing_customers')
        .select('account_id')
        .where('provider', '=', provider)
        .where('customer', '=', customer),
    )
    .where('provider', '=', provider)
    .where('customer', '=', customer)
    .orderBy('no')
    .execute();
  return rows.map(toFact);
}

/** Notes where the books of a customer disagree now, and forgets what agrees again. Answers how many are new. */
export async function replaceDifferences(
  trx: Transaction<DB>,
  { customer, livemode, provider }: Customer & { readonly livemode: boolean },
  differences: readonly Difference[],
  now: Date,
): Promise<number> {
  const currencies = differences.map(({ currency }) => currency);
  await sql`
    delete from billing_drifts where provider = ${provider} and livemode = ${livemode} and kind = 'balance'
      and customer = ${customer} and currency <> all(${currencies}::text[])`.execute(trx);
  let found = 0;
  for (const { atProvider, currency, inLedger } of differences) {
    const { rows } = await sql<{ is_new: boolean }>`
      insert into billing_drifts (provider, livemode, kind, customer, currency, in_ledger, at_provider, found_at)
      values (${provider}, ${livemode}, 'balance', ${customer}, ${currency}, ${inLedger}, ${atProvider}, ${now})
      on conflict (provider, livemode, kind, customer, currency)
        do update set in_ledger = excluded.in_ledger, at_provider = excluded.at_provider
      returning xmax = 0 as is_new`.execute(trx);
    if (rows[0]?.is_new) found += 1;
  }
  return found;
}

export async function isKnown(db: Reader, { customer, provider }: Customer): Promise<boolean> {
  const row = await db
    .selectFrom('billing_customers')
    .select('customer')
    .where('provider', '=', provider)
    .where('customer', '=', customer)
    .executeTakeFirst();
  return row !== undefined;
}

/** The person whose account has this id or would have it: it follows from the person's own id (ledger-sql.ts). */
export async function selectUserOfAccount(db: Reader, account: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from billing_accounts where id::text = ${account} and user_id is not null
    union all select id from users where md5('account of ' || id)::uuid::text = ${account} limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Replaces the list of customers who pay and belong to no account here. Answers how many are new. */
export async function replaceStrangers(
  trx: Transaction<DB>,
  { livemode, name }: Shop,
  customers: readonly string[],
  now: Date,
): Promise<number> {
  await sql`
    delete from billing_drifts where provider = ${name} and livemode = ${livemode} and kind = 'customer'
      and customer <> all(${[...customers]}::text[])`.execute(trx);
  const { rows } = await sql`
    insert into billing_drifts (provider, livemode, kind, customer, found_at)
    select ${name}, ${livemode}, 'customer', customer, ${now} from unnest(${[...customers]}::text[]) customer
    on conflict do nothing returning 1`.execute(trx);
  return rows.length;
}
