import { sql } from 'kysely';
import type { SubscriptionFact } from '#domain/billing/facts';
import type { Reader } from '#server/db/client';

interface SubscriptionRow {
  readonly account_id: string;
  readonly user_id: string | null;
  readonly name: string | null;
  readonly body: Omit<SubscriptionFact, 'id' | 'kind' | 'v'>;
}

/** Of every subscription what was learned last, when it lives. */
export async function selectLiveSubscriptions(db: Reader): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select f.account_id, a.user_id, u.name, f.body from billing_current_facts c
    join billing_facts f on f.no = c.no
    join billing_accounts a on a.id = c.account_id left join users u on u.id = a.user_id
    where c.kind = 'subscription' and c.state <> 'stopped'`.execute(db);
  return rows;
}

interface Health {
  readonly waiting: number;
  readonly parked: number;
  readonly last_received_at: Date | null;
  readonly last_error: string | null;
  readonly disputes: number;
  readonly commands_parked: number;
  readonly unclosed: number;
  readonly paying_twice: number;
  readonly last_reconciled_at: Date | null;
}

export async function selectHealth(db: Reader): Promise<Health | undefined> {
  const { rows } = await sql<Health>`
    select count(*) filter (where done_at is null and parked_at is null)::int as waiting,
      count(*) filter (where done_at is null and parked_at is not null)::int as parked,
      max(received_at) as last_received_at,
      (select last_error from billing_inbox where done_at is null and last_error is not null
        order by received_at desc limit 1) as last_error,
      (select count(*)::int from billing_current_facts where kind = 'dispute' and state = 'open') as disputes,
      (select count(*)::int from billing_commands where parked_at is not null) as commands_parked,
      (select count(*)::int from billing_customers c join billing_accounts a on a.id = c.account_id
        where a.user_id is null and c.deleted_at is null) as unclosed,
      (select count(*)::int from (select from billing_current_facts
        where kind = 'subscription' and state <> 'stopped' group by account_id having count(*) > 1) t) as paying_twice,
      (select last_finished_at from chore_runs where name = 'compare payments') as last_reconciled_at
    from billing_inbox`.execute(db);
  return rows[0];
}
