import { sql } from 'kysely';
import type { Reader } from '#server/db/client';

/** A customer about whom something is to be ended; `id` is their name at the provider. */
export interface Ending {
  readonly id: string;
  readonly account_id: string;
}

export interface Page {
  /** The customer that the page before ended with. */
  readonly after: string;
  readonly limit: number;
  readonly now: Date;
}

interface Shop {
  readonly name: string;
  readonly livemode: boolean;
}

/** Customers of whom whose card they hold is deleted here, or due to be, and who are not deleted there yet. */
export async function selectErased(db: Reader, shop: Shop, { after, limit, now }: Page): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select c.customer as id, c.account_id from billing_customers c
    join billing_accounts a on a.id = c.account_id
    left join users u on u.id = coalesce(a.user_id, c.payer_id)
    where (u.id is null or u.erase_at <= ${now}) and c.deleted_at is null and c.provider = ${shop.name}
      and c.livemode = ${shop.livemode} and c.customer > ${after}
    order by c.customer limit ${limit}`.execute(db);
  return rows;
}

/**
 * Customers of accounts that will be deleted, of whom something would be charged once more before; and former owners of
 * teams of whom anything would be.
 */
export async function selectLeaving(db: Reader, shop: Shop, { after, limit }: Page): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select c.customer as id, c.account_id from billing_customers c
    join billing_accounts a on a.id = c.account_id
    left join users u on u.id = coalesce(a.user_id, c.payer_id)
    where (u.erase_at is not null or c.retired_at is not null) and c.deleted_at is null and c.provider = ${shop.name}
      and c.livemode = ${shop.livemode} and c.customer > ${after}
      and exists (select from (
          select distinct on (subject) body from billing_facts
          where account_id = a.id and customer = c.customer and kind = 'subscription' order by subject, no desc) f
        where f.body ->> 'state' <> 'stopped' and f.body ->> 'endsAt' is null)
    order by c.customer limit ${limit}`.execute(db);
  return rows;
}

/** Customers who pay for more than one subscription. */
export async function selectPayingTwice(db: Reader, shop: Shop, { after, limit }: Page): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    with several as (
      select account_id from billing_current_facts where kind = 'subscription' and state <> 'stopped'
      group by account_id having count(*) > 1)
    select c.customer as id, c.account_id from several s
    join billing_current_facts n on n.account_id = s.account_id and n.kind = 'subscription' and n.state <> 'stopped'
    join billing_facts f on f.no = n.no
    join billing_customers c on c.provider = f.provider and c.customer = f.customer
    where c.deleted_at is null and c.provider = ${shop.name}
      and c.livemode = ${shop.livemode} and c.customer > ${after}
    group by c.customer, c.account_id having count(*) > 1
    order by c.customer limit ${limit}`.execute(db);
  return rows;
}
