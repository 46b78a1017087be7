import type { PaidFact } from '#domain/billing/facts';
import type { MoneyRow } from './money-sql.ts';

export interface PaidInvoice {
  readonly row: MoneyRow;
  readonly lines: readonly PaidFact[];
}

/** Puts the lines of each invoice together again; they were all paid at one moment, perhaps that of other invoices too. */
export async function* groupInvoices(
  pages: AsyncIterable<readonly MoneyRow[]>,
): AsyncGenerator<readonly PaidInvoice[], void, undefined> {
  let open = new Map<string, PaidInvoice>();
  let moment = 0;
  for await (const rows of pages) {
    const closed: PaidInvoice[] = [];
    for (const row of rows) {
      if (row.fact.kind !== 'paid') continue;
      if (row.at.getTime() !== moment) {
        closed.push(...open.values());
        open = new Map();
        moment = row.at.getTime();
      }
      const key = `${row.account_id} ${row.fact.invoice}`;
      const known = open.get(key);
      open.set(key, { row: known?.row ?? row, lines: [...(known?.lines ?? []), row.fact] });
    }
    yield closed;
  }
  yield [...open.values()];
}
