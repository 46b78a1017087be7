import type { AuditEntry } from '#contract/administration/audit';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectAuditEntry, toAuditEntry } from './audit-sql.ts';

/** One entry of the audit log with all its values. Fails with ENTRY_NOT_FOUND. */
export async function getAuditEntry(
  { db }: Services,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<AuditEntry> {
  authorise(canAdminister(viewer));
  const row = await selectAuditEntry(db.kysely, id);
  if (!row) throw new Failure('ENTRY_NOT_FOUND');
  return toAuditEntry(row);
}
