import type { ExportRange } from '#contract/billing-reports';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { setCsvHeaders } from '#server/csv/stream-csv';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';

interface ExportFile {
  /** What the file is called, before its date. */
  readonly file: 'invoices' | 'payments' | 'tax';
  readonly range: ExportRange;
  readonly resHeaders: Headers;
}

/** Administrators only: the audit log says who exports what before a line of it is read, and the reply becomes a CSV file. */
export async function beginExport(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  caller: Caller,
  { file, range, resHeaders }: ExportFile,
): Promise<void> {
  authorise(canAdminister(caller.viewer));
  await db.transaction((trx) =>
    recordAudit(trx, caller, { action: 'billing.export', entity: 'billing', after: { file, ...range } }),
  );
  setCsvHeaders(resHeaders, file, clock.now());
}
