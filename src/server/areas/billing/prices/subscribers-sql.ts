import { sql } from 'kysely';
import type { Reader } from '#server/db/client';

/** Whether a subscription lives at any price of a plan, also at one that is not offered any more. */
export async function hasSubscribers(db: Reader, planId: string): Promise<boolean> {
  const { rows } = await sql`
    select from billing_current_facts c
    join counted_facts f on f.no = c.no
    join plan_prices p on p.provider = f.provider and p.provider_price = f.body ->> 'price'
    where c.kind = 'subscription' and c.state <> 'stopped' and p.plan_id = ${planId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a plan is for sale, by whatever provider: its prices buy the tier that it had when they were made. */
export async function isForSale(db: Reader, planId: string): Promise<boolean> {
  const row = await db
    .selectFrom('plan_prices')
    .select('id')
    .where('plan_id', '=', planId)
    .where('is_offered', '=', true)
    .where('livemode', '=', sql<boolean>`payments_livemode()`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
