import type { ExportRange } from '#contract/billing-reports';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { sendCsv } from '#server/csv/send-csv';
import type { Caller, Services } from '#server/services';
import { invoicesFile } from './invoices-file.ts';

/** Paid invoices of a time as CSV, oldest first; amounts as decimal numbers. Audited first. */
export async function exportInvoices(
  services: Services,
  caller: Caller,
  range: ExportRange,
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  authorise(canAdminister(caller.viewer));
  return sendCsv(services, caller, invoicesFile(services, range), resHeaders);
}
