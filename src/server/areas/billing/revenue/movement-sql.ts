import { sql, type Transaction } from 'kysely';
import type { Fact } from '#domain/billing/facts';
import type { SoldPrices } from '#domain/billing/revenue/monthly-amount';
import type { Movement } from '#domain/billing/revenue/movements';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';
import { toFact } from '../ledger/ledger-sql.ts';
import { dateOf } from '../ledger/seconds.ts';

/** Null: noted by the school itself, in whatever mode the provider is. */
export type Livemode = boolean | null;

/** What revenue follows from, by the mode in which it was paid: test payments are not income. */
export async function selectRevenueFacts(db: Reader, accountId: string): Promise<Map<Livemode, Fact[]>> {
  const rows = await db
    .selectFrom('billing_current_facts')
    .innerJoin('billing_facts', 'billing_facts.no', 'billing_current_facts.no')
    .leftJoin('billing_customers', (join) =>
      join
        .onRef('billing_customers.provider', '=', 'billing_facts.provider')
        .onRef('billing_customers.customer', '=', 'billing_facts.customer'),
    )
    .select(['billing_facts.no', 'billing_facts.kind', 'billing_facts.subject', 'body', 'livemode'])
    .where('billing_current_facts.account_id', '=', accountId)
    .where('billing_facts.kind', 'in', ['paid', 'subscription', 'refund'])
    .orderBy('billing_facts.no')
    .execute();
  const facts = new Map<Livemode, Fact[]>();
  for (const { livemode, ...row } of rows) facts.set(livemode, [...(facts.get(livemode) ?? []), toFact(row)]);
  return facts;
}

export async function selectSoldPrices(db: Reader): Promise<SoldPrices> {
  const rows = await db
    .selectFrom('plan_prices')
    .select(['provider_price', 'interval', 'unit_amount'])
    .execute();
  return new Map(
    rows.map(({ interval, provider_price, unit_amount }) => [
      provider_price,
      { interval: interval === 'year' ? ('year' as const) : ('month' as const), unitAmount: unit_amount },
    ]),
  );
}

export async function replaceMovements(
  trx: Transaction<DB>,
  accountId: string,
  movements: readonly (Movement & { readonly livemode: Livemode })[],
): Promise<void> {
  await trx.deleteFrom('billing_movements').where('account_id', '=', accountId).execute();
  const rows = movements.map(({ after, at, before, currency, kind, livemode, tierAfter, tierBefore }) => ({
    account_id: accountId,
    livemode,
    currency,
    kind,
    at: dateOf(at),
    tier_before: tierBefore,
    tier_after: tierAfter,
    amount_before: before,
    amount_after: after,
  }));
  if (rows.length > 0) await trx.insertInto('billing_movements').values(rows).execute();
  await trx
    .updateTable('billing_accounts')
    .set({ movements_due: false, movements_outdated: false })
    .where('id', '=', accountId)
    .execute();
}

/** Whether facts came since the movements of an account were written, or an earlier release wrote them. */
export async function areMovementsDue(db: Reader, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('billing_accounts')
    .select(['movements_due', 'movements_outdated'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined && (row.movements_due || row.movements_outdated);
}

/** Accounts whose movements are due. */
export async function selectDue(
  db: Reader,
  after: { readonly id: string } | undefined,
  limit: number,
): Promise<{ readonly id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from billing_accounts
    where (movements_due or movements_outdated) and (${after?.id ?? null}::uuid is null or id > ${after?.id ?? null}::uuid)
    order by id limit ${limit}`.execute(db);
  return rows;
}
