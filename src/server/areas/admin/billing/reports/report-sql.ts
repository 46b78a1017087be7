import { sql } from 'kysely';
import type { MovementSum } from '#domain/billing/revenue/monthly-report';
import type { Reader } from '#server/db/client';

interface SumRow extends Omit<MovementSum, 'tierBefore' | 'tierAfter'> {
  readonly tier_before: MovementSum['tierBefore'];
  readonly tier_after: MovementSum['tierAfter'];
}

/** All movements up to now, summed up by month (UTC); payments of the other mode are left out. */
export async function selectMovementSums(db: Reader, livemode: boolean, now: Date): Promise<MovementSum[]> {
  const { rows } = await sql<SumRow>`
    select to_char(at at time zone 'UTC', 'YYYY-MM') as month, currency, kind, tier_before, tier_after,
      count(*)::int as accounts, sum(amount_before)::bigint as before, sum(amount_after)::bigint as after
    from billing_movements where at <= ${now} and (livemode is null or livemode = ${livemode})
    group by 1, 2, 3, 4, 5`.execute(db);
  return rows.map(({ tier_after, tier_before, ...row }) => ({
    ...row,
    tierBefore: tier_before,
    tierAfter: tier_after,
  }));
}

interface CaseRow {
  readonly account_id: string;
  readonly user_id: string | null;
  readonly name: string | null;
  readonly subject: string;
  readonly no: number;
  readonly body: object;
}

export async function selectDisputes(db: Reader, limit: number): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select c.account_id, a.user_id, coalesce(u.name, t.name) as name, c.subject, c.no, f.body
    from billing_current_facts c
    join counted_facts f on f.no = c.no
    join billing_accounts a on a.id = c.account_id left join users u on u.id = a.user_id
    left join teams t on t.id = a.team_id
    where c.kind = 'dispute' order by (c.state = 'open') desc, c.at desc, c.no desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function selectRefunds(db: Reader, limit: number): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select c.account_id, a.user_id, coalesce(u.name, t.name) as name, c.subject, c.no, f.body
    from billing_current_facts c
    join counted_facts f on f.no = c.no
    join billing_accounts a on a.id = c.account_id left join users u on u.id = a.user_id
    left join teams t on t.id = a.team_id
    where c.kind = 'refund' order by c.at desc, c.no desc limit ${limit}`.execute(db);
  return rows;
}

interface GiftRow extends CaseRow {
  readonly user_id: string;
  readonly name: string;
  readonly total: number;
}

/** What administrators gave and what has not ended, by its end. */
export async function selectGifts(db: Reader, now: number, limit: number): Promise<GiftRow[]> {
  const { rows } = await sql<GiftRow>`
    select c.account_id, a.user_id, u.name, c.subject, c.no, f.body, count(*) over ()::int as total
    from billing_current_facts c
    join counted_facts f on f.no = c.no
    join billing_accounts a on a.id = c.account_id join users u on u.id = a.user_id
    where c.kind = 'grant' and c.subject like 'gift %' and coalesce((f.body ->> 'to')::bigint, ${now} + 1) > ${now}
    order by (f.body ->> 'to')::bigint nulls last, c.no limit ${limit}`.execute(db);
  return rows;
}
