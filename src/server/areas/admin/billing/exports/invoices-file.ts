import type { ExportRange } from '#contract/billing-reports';
import { decimalAmount } from '#domain/billing/decimal-amount';
import type { PaidFact, RefundFact } from '#domain/billing/facts';
import { dateOf } from '#server/areas/billing/ledger/seconds';
import type { CsvFile } from '#server/csv/csv-file';
import type { Services } from '#server/services';
import { groupInvoices, type PaidInvoice } from './group-invoices.ts';
import { countMoney, selectFactsOf } from './money-sql.ts';
import { rangeOf, readMoney } from './read-money.ts';

const COLUMNS = [
  'paid_at',
  'number',
  'invoice',
  'provider',
  'user_id',
  'name',
  'email',
  'plan',
  'from',
  'to',
  'currency',
  'total',
  'tax',
  'net',
  'refunded',
  'country',
  'has_tax_id',
];

/** Paid invoices of a time, oldest first; amounts as decimal numbers. */
export function invoicesFile(services: Services, range: ExportRange): CsvFile {
  return {
    name: 'invoices',
    columns: COLUMNS,
    count: (limit) => countMoney(services.db.kysely, ['paid'], rangeOf(range, services), limit),
    pages: () => pages(services, range),
    audit: { action: 'billing.export', entity: 'billing', after: { file: 'invoices', ...range } },
  };
}

async function* pages(services: Services, range: ExportRange) {
  const money = readMoney(services, ['paid'], rangeOf(range, services));
  for await (const invoices of groupInvoices(money)) {
    const accounts = invoices.map(({ row }) => row.account_id);
    const refunds = await selectFactsOf(services.db.kysely, 'refund', accounts);
    yield invoices.map((invoice) => toRow(invoice, refunds.get(invoice.row.account_id) ?? []));
  }
}

function toRow({ lines, row }: PaidInvoice, refunds: readonly RefundFact[]) {
  const [line] = lines as [PaidFact, ...PaidFact[]];
  const total = sumOf(lines, ({ amount }) => amount);
  const tax = sumOf(lines, (one) => one.tax ?? 0);
  const own = refunds.filter(({ done, invoice }) => done && invoice === line.invoice);
  const money = (amount: number) => decimalAmount(amount, line.currency);
  const charged = lines.filter(({ amount }) => amount >= 0);
  return {
    paid_at: dateOf(line.at).toISOString(),
    number: line.number,
    invoice: line.invoice,
    provider: row.provider,
    user_id: row.user_id,
    name: row.name,
    email: row.email,
    plan: [...new Set(charged.map(({ tier }) => tier))].join(' '),
    from: dateOf(Math.min(...lines.map(({ from }) => from))).toISOString(),
    to: dateOf(Math.max(...lines.map(({ to }) => to))).toISOString(),
    currency: line.currency.toUpperCase(),
    total: money(total),
    // Unknown is not zero: before taxes were recorded, nobody knows.
    tax: line.tax === undefined ? null : money(tax),
    net: line.tax === undefined ? null : money(total - tax),
    refunded: money(sumOf(own, ({ amount }) => amount)),
    country: line.country ?? null,
    has_tax_id: line.hasTaxId === undefined ? null : String(line.hasTaxId),
  };
}

function sumOf<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0);
}
