import { sql } from 'kysely';
import type { Fact, FactKind } from '#domain/billing/facts';
import type { Reader } from '#server/db/client';

export interface MoneyRow {
  readonly no: number;
  readonly at: Date;
  readonly account_id: string;
  readonly provider: string;
  readonly user_id: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly fact: Fact;
}

interface Stored extends Omit<MoneyRow, 'fact'> {
  readonly kind: FactKind;
  readonly subject: string;
  readonly body: object;
}

export interface MoneyRange {
  readonly from: Date;
  readonly before: Date;
  /** Payments of the other mode are left out. */
  readonly livemode: boolean;
}

function moneyWithin(kinds: readonly FactKind[], { before, from, livemode }: MoneyRange) {
  return sql`
    from billing_current_facts c
    join billing_facts f on f.no = c.no
    join billing_accounts a on a.id = c.account_id
    left join users u on u.id = a.user_id
    left join teams t on t.id = a.team_id
    left join billing_customers m on m.provider = f.provider and m.customer = f.customer
    where c.kind in ('paid', 'refund', 'dispute') and c.kind = any(${kinds}::text[])
      and c.at >= ${from} and c.at < ${before} and (m.livemode is null or m.livemode = ${livemode})`;
}

/** What was paid, paid back or disputed in a time, in its order, from a row on. */
export async function selectMoney(
  db: Reader,
  kinds: readonly FactKind[],
  range: MoneyRange,
  after: Pick<MoneyRow, 'at' | 'no'> | undefined,
  limit: number,
): Promise<MoneyRow[]> {
  const { rows } = await sql<Stored>`
    select c.no, c.at, c.account_id, f.provider, a.user_id, coalesce(u.name, t.name) as name, u.email, f.kind, f.subject, f.body
    ${moneyWithin(kinds, range)}
      and (c.at, c.no) > (${after?.at ?? range.from}::timestamptz, ${after?.no ?? 0}::bigint)
    order by c.at, c.no limit ${limit}`.execute(db);
  return rows.map(({ body, kind, subject, ...row }) => ({
    ...row,
    fact: { ...body, kind, id: subject, v: row.no } as Fact,
  }));
}

/** How many invoices, refunds, and disputes of these kinds there are in a time; with a limit no more are counted. */
export async function countMoney(
  db: Reader,
  kinds: readonly FactKind[],
  range: MoneyRange,
  limit?: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select distinct c.kind, coalesce(case when c.kind = 'paid' then f.body ->> 'invoice' end, c.subject)
      ${moneyWithin(kinds, range)} limit ${limit ?? null}) s`.execute(db);
  return rows[0]?.count ?? 0;
}

/** All that counts now of one kind, of these accounts. */
export async function selectFactsOf<K extends FactKind>(
  db: Reader,
  kind: K,
  accounts: readonly string[],
): Promise<Map<string, Extract<Fact, { kind: K }>[]>> {
  const { rows } = await sql<{ account_id: string; no: number; subject: string; body: object }>`
    select c.account_id, c.no, c.subject, f.body from billing_current_facts c
    join counted_facts f on f.no = c.no
    where c.account_id = any(${[...new Set(accounts)]}::uuid[]) and c.kind = ${kind}`.execute(db);
  const facts = new Map<string, Extract<Fact, { kind: K }>[]>();
  for (const { account_id, body, no, subject } of rows) {
    const fact = { ...body, kind, id: subject, v: no } as unknown as Extract<Fact, { kind: K }>;
    facts.set(account_id, [...(facts.get(account_id) ?? []), fact]);
  }
  return facts;
}
