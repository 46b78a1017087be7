import type { ExportRange } from '#contract/billing-reports';
import { canAdminister } from '#domain/access/can-administer';
import { BANK } from '#domain/billing/bank/bank-transfer';
import { decimalAmount } from '#domain/billing/decimal-amount';
import { TaxReport, type TaxRow } from '#domain/billing/revenue/tax-report';
import { authorise } from '#server/authorise';
import type { CsvFile } from '#server/csv/csv-file';
import { sendCsv } from '#server/csv/send-csv';
import type { Caller, Services } from '#server/services';
import { selectFactsOf } from './money-sql.ts';
import { rangeOf, readMoney } from './read-money.ts';

const COLUMNS = [
  'month',
  'country',
  'has_tax_id',
  'currency',
  'gross',
  'tax',
  'net',
  'refunded_gross',
  'refunded_tax',
  'refunded_net',
];

/**
 * Tax of a time as CSV, by month and country, invoices with a tax ID apart: a few rows of whatever. Bank transfers are left
 * out: their tax is known to the school only. Audited first.
 */
export async function exportTax(
  services: Services,
  caller: Caller,
  range: ExportRange,
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  authorise(canAdminister(caller.viewer));
  const file: CsvFile = {
    name: 'tax',
    columns: COLUMNS,
    count: async () => 0,
    pages: () => pages(services, range),
    audit: { action: 'billing.export', entity: 'billing', after: { file: 'tax', ...range } },
  };
  return sendCsv(services, caller, file, resHeaders);
}

async function* pages(services: Services, range: ExportRange) {
  const within = rangeOf(range, services);
  const report = new TaxReport();
  for await (const rows of readMoney(services, ['paid'], within))
    for (const { fact, provider } of rows)
      if (fact.kind === 'paid' && provider !== BANK) report.addPaid(fact);
  for await (const rows of readMoney(services, ['refund'], within)) {
    const accounts = rows.map(({ account_id }) => account_id);
    const lines = await selectFactsOf(services.db.kysely, 'paid', accounts);
    for (const { account_id, fact, provider } of rows) {
      if (fact.kind !== 'refund' || provider === BANK) continue;
      const own = (lines.get(account_id) ?? []).filter(({ invoice }) => invoice === fact.invoice);
      report.addRefund(fact, own);
    }
  }
  yield report.rows().map(toRow);
}

function toRow({ country, currency, gross, hasTaxId, month, refundedGross, refundedTax, tax }: TaxRow) {
  const money = (amount: number) => decimalAmount(amount, currency);
  return {
    month,
    country,
    has_tax_id: String(hasTaxId),
    currency: currency.toUpperCase(),
    gross: money(gross),
    tax: money(tax),
    net: money(gross - tax),
    refunded_gross: money(refundedGross),
    refunded_tax: money(refundedTax),
    refunded_net: money(refundedGross - refundedTax),
  };
}
