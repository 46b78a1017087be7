import type { AuditFilters } from '#contract/administration/audit';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { sendCsv } from '#server/csv/send-csv';
import type { Caller, Services } from '#server/services';
import { auditFile } from './audit-file.ts';

/** All entries that match as a CSV file, newest first. The export itself is audited first. */
export async function exportAudit(
  services: Services,
  caller: Caller,
  filters: AuditFilters,
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  authorise(canAdminister(caller.viewer));
  return sendCsv(services, caller, auditFile(services, filters), resHeaders);
}
