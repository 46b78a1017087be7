import { sql } from 'kysely';
import type { Reader } from '#server/db/client';
import { NO_ANSWER, PROVIDER_FAILED } from '../commands/command-sql.ts';

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

/** Second subscriptions whose money was sent back, or may have been: only a refusal says for certain that it was not. */
const GIVEN_BACK = sql`
  select account_id, args ->> 'subscription' as subscription from billing_commands
  where kind = 'refund-second'
    and (done_at is null or last_error is null or last_error in (${NO_ANSWER}, ${PROVIDER_FAILED}))`;

/** The second subscriptions of an account that were given back: they end, whatever became of the first since. */
export async function selectGivenBack(db: Reader, accountId: string): Promise<ReadonlySet<string | null>> {
  const { rows } = await sql<{ subscription: string | null }>`
    select subscription from (${GIVEN_BACK}) g where account_id = ${accountId}`.execute(db);
  return new Set(rows.map(({ subscription }) => subscription));
}

/** Customers who pay for more than one subscription, or of whom one lives that was given back. */
export async function selectPayingTwice(db: Reader, shop: Shop, { after, limit }: Page): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    with given_back as (${GIVEN_BACK}),
    several as (
      select account_id from billing_current_facts where kind = 'subscription' and state <> 'stopped'
      group by account_id having count(*) > 1
      union select account_id from given_back)
    select c.customer as id, c.account_id from several s
    join billing_current_facts n on n.account_id = s.account_id and n.kind = 'subscription' and n.state <> 'stopped'
    join billing_facts f on f.no = n.no
    join billing_customers c on c.provider = f.provider and c.customer = f.customer
    where c.deleted_at is null and c.provider = ${shop.name}
      and c.livemode = ${shop.livemode} and c.customer > ${after}
    group by c.customer, c.account_id
    having count(*) > 1 or bool_or(n.subject in (select subscription from given_back))
    order by c.customer limit ${limit}`.execute(db);
  return rows;
}
