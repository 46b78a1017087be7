import type { ExportRange } from '#contract/billing-reports';
import { decimalAmount } from '#domain/billing/decimal-amount';
import type { DisputeFact, PaidFact, RefundFact } from '#domain/billing/facts';
import type { CsvFile } from '#server/csv/csv-file';
import type { Services } from '#server/services';
import { groupInvoices, type PaidInvoice } from './group-invoices.ts';
import { countMoney, type MoneyRow, selectFactsOf } from './money-sql.ts';
import { rangeOf, readMoney } from './read-money.ts';

const COLUMNS = [
  'at',
  'type',
  'id',
  'invoice',
  'number',
  'provider',
  'user_id',
  'name',
  'email',
  'currency',
  'amount',
  'state',
];

/** Payments, refunds and disputes of a time: first what came in, then what went back. */
export function paymentsFile(services: Services, range: ExportRange): CsvFile {
  return {
    name: 'payments',
    columns: COLUMNS,
    count: (limit) =>
      countMoney(services.db.kysely, ['paid', 'refund', 'dispute'], rangeOf(range, services), limit),
    pages: () => pages(services, range),
    audit: { action: 'billing.export', entity: 'billing', after: { file: 'payments', ...range } },
  };
}

async function* pages(services: Services, range: ExportRange) {
  const within = rangeOf(range, services);
  for await (const invoices of groupInvoices(readMoney(services, ['paid'], within)))
    yield invoices.map(toPayment).filter(({ amount }) => amount !== 0);
  for await (const rows of readMoney(services, ['refund', 'dispute'], within)) {
    const accounts = rows.map(({ account_id }) => account_id);
    const lines = await selectFactsOf(services.db.kysely, 'paid', accounts);
    yield rows.flatMap((row) => toReturn(row, lines.get(row.account_id) ?? []));
  }
}

function common({ at, email, name, provider, user_id }: MoneyRow) {
  return { at: at.toISOString(), provider, user_id, name, email };
}

/** What was charged, which is less than the invoice where a credit paid part of it. */
function toPayment({ lines, row }: PaidInvoice) {
  const [line] = lines as [PaidFact, ...PaidFact[]];
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    ...common(row),
    type: 'payment',
    id: line.invoice,
    invoice: line.invoice,
    number: line.number,
    currency: line.currency.toUpperCase(),
    amount: decimalAmount(line.charged ?? total, line.currency),
    state: 'paid',
  };
}

function toReturn(row: MoneyRow, lines: readonly PaidFact[]) {
  const { fact } = row;
  if (fact.kind !== 'refund' && fact.kind !== 'dispute') return [];
  const paid = lines.find(({ invoice }) => invoice === fact.invoice);
  const currency = fact.currency ?? paid?.currency ?? 'usd';
  return [
    {
      ...common(row),
      type: fact.kind,
      id: fact.id,
      invoice: fact.invoice,
      number: paid?.number ?? null,
      currency: currency.toUpperCase(),
      amount: decimalAmount(-goneOf(fact, lines), currency),
      state: fact.kind === 'refund' ? (fact.done ? 'done' : 'failed') : fact.state,
    },
  ];
}

/** What left the account: nothing by a refund that failed or a dispute that was won. */
function goneOf(fact: RefundFact | DisputeFact, lines: readonly PaidFact[]): number {
  if (fact.kind === 'refund') return fact.done ? fact.amount : 0;
  if (fact.state === 'won') return 0;
  const own = lines.filter(({ invoice }) => invoice === fact.invoice);
  return fact.amount ?? own.reduce((sum, { amount }) => sum + amount, 0);
}
