import type { ExportRange } from '#contract/billing-reports';
import type { FactKind } from '#domain/billing/facts';
import type { Services } from '#server/services';
import { type MoneyRange, type MoneyRow, selectMoney } from './money-sql.ts';

const BATCH = 1000;
const DAY_MS = 86_400_000;

/** Everything of these kinds in a time, page by page; no connection is held between two pages. */
export async function* readMoney(
  { db }: Pick<Services, 'db'>,
  kinds: readonly FactKind[],
  range: MoneyRange,
): AsyncGenerator<readonly MoneyRow[], void, undefined> {
  let last: MoneyRow | undefined;
  do {
    const rows = await selectMoney(db.kysely, kinds, range, last, BATCH);
    yield rows;
    last = rows.length < BATCH ? undefined : rows.at(-1);
  } while (last);
}

/** Whole days (UTC), the last one too. */
export function rangeOf({ from, to }: ExportRange, { payments }: Pick<Services, 'payments'>): MoneyRange {
  return {
    from: new Date(`${from}T00:00:00Z`),
    before: new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS),
    livemode: payments?.livemode ?? true,
  };
}
