import { sql } from 'kysely';
import type { Reader } from '#server/db/client';
import type { Customer } from './look-sql.ts';

/** What the provider had of an account and the ledger had not. */
export interface Difference {
  readonly account: string;
  /** As in "paid il_1". */
  readonly facts: readonly string[];
}

interface Check {
  readonly looked: number;
  readonly changed: number;
  readonly failed: number;
  readonly differences: readonly Difference[];
}

/** Keeps how a comparison went; those of more than 30 days ago go. */
export async function insertCheck(db: Reader, { differences, ...counts }: Check, now: Date): Promise<void> {
  await db
    .insertInto('billing_checks')
    .values({ ...counts, at: now, differences: JSON.stringify(differences) })
    .execute();
  await sql`delete from billing_checks where at < ${now}::timestamptz - interval '30 days'`.execute(db);
}

/** The last facts of a customer, the newest first. */
export async function selectLastFacts(
  db: Reader,
  { customer, provider }: Customer,
  limit: number,
): Promise<Difference | undefined> {
  const rows = await db
    .selectFrom('billing_customers')
    .innerJoin('billing_facts', 'billing_facts.account_id', 'billing_customers.account_id')
    .select(['billing_facts.account_id', 'kind', 'subject'])
    .where('billing_customers.provider', '=', provider)
    .where('billing_customers.customer', '=', customer)
    .orderBy('no', 'desc')
    .limit(limit)
    .execute();
  const [first] = rows;
  return first && { account: first.account_id, facts: rows.map(({ kind, subject }) => `${kind} ${subject}`) };
}
