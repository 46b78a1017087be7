import { sql } from 'kysely';
import type { Reader } from '#server/db/client';

/** Whether a subscription lives at any price of a plan, also at one that is not offered any more. */
export async function hasSubscribers(db: Reader, planId: string): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select distinct on (provider, subject) provider, body from billing_facts where kind = 'subscription'
      order by provider, subject, no desc) f
    join plan_prices p on p.provider = f.provider and p.provider_price = f.body ->> 'price'
    where p.plan_id = ${planId} and f.body ->> 'state' <> 'stopped' limit 1`.execute(db);
  return rows.length > 0;
}
