import type { ExportRange } from '#contract/billing-reports';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { sendCsv } from '#server/csv/send-csv';
import type { Caller, Services } from '#server/services';
import { paymentsFile } from './payments-file.ts';

/** Payments, refunds and disputes of a time as CSV: first what came in, then what went back. Audited first. */
export async function exportPayments(
  services: Services,
  caller: Caller,
  range: ExportRange,
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  authorise(canAdminister(caller.viewer));
  return sendCsv(services, caller, paymentsFile(services, range), resHeaders);
}
