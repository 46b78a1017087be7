import { sql } from 'kysely';
import { COMPARE_ALL_CHORE, COMPARE_CHORE } from '#domain/billing/compare-chores';
import type { SubscriptionFact } from '#domain/billing/facts';
import type { Reader } from '#server/db/client';

interface SubscriptionRow {
  readonly account_id: string;
  readonly user_id: string | null;
  readonly name: string | null;
  readonly no: number;
  readonly subject: string;
  readonly body: Omit<SubscriptionFact, 'id' | 'kind' | 'v'>;
}

/** Subscriptions whose last payment failed, the longest known first. */
export async function selectOverdue(db: Reader, limit: number): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select f.account_id, a.user_id, coalesce(u.name, t.name) as name, c.no, c.subject, f.body
    from billing_current_facts c join counted_facts f on f.no = c.no
    join billing_accounts a on a.id = c.account_id left join users u on u.id = a.user_id
    left join teams t on t.id = a.team_id
    where c.kind = 'subscription' and c.state = 'overdue' order by c.no limit ${limit}`.execute(db);
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
  readonly looks_failing: number;
  readonly last_reconciled_at: Date | null;
}

interface Drift {
  readonly kind: 'balance' | 'customer';
  readonly customer: string;
  readonly user_id: string | null;
  readonly name: string | null;
  readonly currency: string;
  readonly in_ledger: number | null;
  readonly at_provider: number | null;
  readonly found_at: Date;
}

/** Where the ledger and the provider's books disagree, the newest first. */
export async function selectDrifts(
  db: Reader,
  { livemode, name }: { readonly name: string; readonly livemode: boolean },
): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    select d.kind, d.customer, u.id as user_id, coalesce(u.name, t.name) as name, d.currency, d.in_ledger, d.at_provider, d.found_at
    from billing_drifts d
    left join billing_customers c on c.provider = d.provider and c.customer = d.customer
    left join billing_accounts a on a.id = c.account_id
    left join users u on u.id = a.user_id
    left join teams t on t.id = a.team_id
    where d.provider = ${name} and d.livemode = ${livemode} order by d.found_at desc, d.customer limit 100`.execute(
    db,
  );
  return rows;
}

export async function selectHealth(db: Reader, now: Date): Promise<Health | undefined> {
  const { rows } = await sql<Health>`
    select count(*) filter (where done_at is null and parked_at is null)::int as waiting,
      count(*) filter (where done_at is null and parked_at is not null)::int as parked,
      max(received_at) as last_received_at,
      (select last_error from billing_inbox where livemode = payments_livemode() and done_at is null and last_error is not null
        order by received_at desc limit 1) as last_error,
      (select count(*)::int from billing_current_facts n join counted_facts f on f.no = n.no
        where n.kind = 'dispute' and n.state = 'open') as disputes,
      (select count(*)::int from billing_commands where livemode = payments_livemode() and done_at is null and parked_at is not null) as commands_parked,
      (select count(*)::int from billing_customers c join billing_accounts a on a.id = c.account_id
        left join users u on u.id = coalesce(a.user_id, c.payer_id)
        where (u.id is null or u.erase_at <= ${now}) and c.deleted_at is null and c.livemode = payments_livemode()) as unclosed,
      (select count(*)::int from (select from billing_current_facts n join counted_facts f on f.no = n.no
        where n.kind = 'subscription' and n.state <> 'stopped' group by f.provider, f.customer having count(*) > 1) t) as paying_twice,
      (select count(*)::int from billing_customers where last_error is not null and deleted_at is null
        and livemode = payments_livemode()) as looks_failing,
      (select max(last_finished_at) from chore_runs where name in (${COMPARE_CHORE}, ${COMPARE_ALL_CHORE})) as last_reconciled_at
    from billing_inbox where livemode = payments_livemode()`.execute(db);
  return rows[0];
}
