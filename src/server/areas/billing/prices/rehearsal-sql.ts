import { sql } from 'kysely';
import type { Rehearsal } from '#domain/billing/rehearsal';
import type { Reader } from '#server/db/client';

/** What test cards went through here, in whatever mode the school runs now. */
export async function selectRehearsal(db: Reader, provider: string): Promise<Rehearsal> {
  const { rows } = await sql<Rehearsal>`
    with tried as not materialized (
      select f.kind, f.body from billing_facts f
      join billing_customers c on c.provider = f.provider and c.customer = f.customer
      where f.provider = ${provider} and not c.livemode)
    select
      exists (select from tried where kind = 'paid' and (body ->> 'amount')::int > 0) as payment,
      exists (select from tried where kind = 'subscription'
        and (body ->> 'state' = 'stopped' or body ->> 'endsAt' is not null)) as cancellation,
      exists (select from tried where kind = 'refund' and (body ->> 'done')::boolean) as refund`.execute(db);
  return rows[0] ?? { payment: false, cancellation: false, refund: false };
}

/** Whether it was whole at a start with a live key. */
export async function selectIsRehearsed(db: Reader): Promise<boolean> {
  const row = await db.selectFrom('billing_mode').select('is_rehearsed').executeTakeFirst();
  return row?.is_rehearsed ?? false;
}
