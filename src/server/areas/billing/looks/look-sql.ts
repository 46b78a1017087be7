import { sql, type Transaction } from 'kysely';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export interface Customer {
  readonly provider: string;
  readonly customer: string;
}

export interface Begun {
  readonly account_id: string;
  readonly look_no: number;
}

/** Numbers a look before the provider is asked; undefined: the customer is nobody's here, or of the other mode. */
export async function beginLook(
  db: Reader,
  { customer, provider }: Customer,
  now: Date,
): Promise<Begun | undefined> {
  const { rows } = await sql<Begun>`
    update billing_customers set look_no = look_no + 1, tried_at = ${now}
    where provider = ${provider} and customer = ${customer} and livemode = payments_livemode()
    returning account_id, look_no`.execute(db);
  return rows[0];
}

/** Whether the answer of a look may be written: a later look's answer may be there already. */
export async function takeAnswer(
  trx: Transaction<DB>,
  { customer, provider }: Customer,
  lookNo: number,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update billing_customers set written_no = ${lookNo}, looked_at = ${now}, last_error = null
    where provider = ${provider} and customer = ${customer} and written_no < ${lookNo} returning 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/** One that began before the last answer was asked for says nothing any more. */
export async function noteFailedLook(
  db: Reader,
  { customer, provider }: Customer,
  lookNo: number,
  error: string,
): Promise<void> {
  await db
    .updateTable('billing_customers')
    .set({ last_error: error })
    .where('written_no', '<', lookNo)
    .where('provider', '=', provider)
    .where('customer', '=', customer)
    .execute();
}

export async function selectTiersOfPrices(db: Reader, provider: string): Promise<Map<string, Tier>> {
  const rows = await db
    .selectFrom('plan_prices')
    .select(['provider_price', 'tier'])
    .where('provider', '=', provider)
    .execute();
  return new Map(rows.map(({ provider_price, tier }) => [provider_price, tier]));
}

/** As whom the provider knows an account. */
export function selectCustomerOf(db: Reader, accountId: string, provider: string, livemode: boolean) {
  return customersOf(db, accountId, provider, livemode).where('retired_at', 'is', null).executeTakeFirst();
}

/** As whom the provider knows an account or knew it before, which may still have something to say. */
export function selectCustomersOf(
  db: Reader,
  accountId: string,
  provider: string,
  livemode: boolean,
): Promise<Customer[]> {
  return customersOf(db, accountId, provider, livemode).orderBy('created_at').execute();
}

function customersOf(db: Reader, accountId: string, provider: string, livemode: boolean) {
  return db
    .selectFrom('billing_customers')
    .select(['provider', 'customer'])
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('livemode', '=', livemode)
    .where('deleted_at', 'is', null);
}

/** Who paid an invoice of an account, also a customer who is not charged any more; undefined: nobody who is still known. */
export function selectPayerOfInvoice(db: Reader, accountId: string, provider: string, invoice: string) {
  return db
    .selectFrom('counted_facts')
    .innerJoin('billing_customers', (join) =>
      join
        .onRef('billing_customers.provider', '=', 'counted_facts.provider')
        .onRef('billing_customers.customer', '=', 'counted_facts.customer'),
    )
    .select(['billing_customers.provider', 'billing_customers.customer'])
    .where('counted_facts.account_id', '=', accountId)
    .where('counted_facts.provider', '=', provider)
    .where('kind', '=', 'paid')
    .where(sql<string>`body ->> 'invoice'`, '=', invoice)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
}

export async function insertCustomer(
  trx: Transaction<DB>,
  values: Customer & { account_id: string; livemode: boolean; payer_id: string | null; created_at: Date },
): Promise<void> {
  await trx
    .insertInto('billing_customers')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function markDeleted(db: Reader, { customer, provider }: Customer, now: Date): Promise<void> {
  await db
    .updateTable('billing_customers')
    .set({ deleted_at: now })
    .where('provider', '=', provider)
    .where('customer', '=', customer)
    .execute();
}

/** From now on nothing is charged to this customer any more; what is paid stays. */
export async function retireCustomer(
  trx: Transaction<DB>,
  { customer, provider }: Customer,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('billing_customers')
    .set({ retired_at: now })
    .where('provider', '=', provider)
    .where('customer', '=', customer)
    .execute();
}

/** Charges a retired customer again: the same payer of the same account came back. */
export async function bringBackCustomer(
  trx: Transaction<DB>,
  {
    account_id,
    customer,
    livemode,
    payer_id,
    provider,
  }: Customer & { account_id: string; livemode: boolean; payer_id: string | null },
): Promise<void> {
  await sql`
    update billing_customers set retired_at = null
    where provider = ${provider} and customer = ${customer} and account_id = ${account_id} and livemode = ${livemode}
      and payer_id is not distinct from ${payer_id}::uuid and retired_at is not null and deleted_at is null
      and not exists (select from billing_customers o where o.account_id = ${account_id} and o.provider = ${provider}
        and o.livemode = ${livemode} and o.retired_at is null)`.execute(trx);
}
