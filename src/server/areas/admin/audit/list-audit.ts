import type { AuditFilters, AuditPage } from '#contract/administration/audit';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { cutPage, fromIdCursor, toIdCursor, toStretch } from '#server/cursor';
import type { Caller, Services } from '#server/services';
import { selectAudit, toAuditEntry } from './audit-sql.ts';

const PAGE_SIZE = 50;

interface Query extends AuditFilters {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly page: 'first' | 'last';
}

/** A page of what was done, newest first. Fails with BAD_INPUT for a cursor that is not ours. */
export async function listAudit(
  { db }: Services,
  { viewer }: Caller,
  { after, before, page, ...filters }: Query,
): Promise<AuditPage> {
  authorise(canAdminister(viewer));
  const stretch = toStretch({ after, before, page }, fromIdCursor);
  const { backwards, from } = stretch;
  const read = await selectAudit(db.kysely, { filters, from, backwards, limit: PAGE_SIZE + 1 });
  const toText = ({ id }: { id: number }) => toIdCursor(String(id));
  const { rows, ...neighbors } = cutPage(read, { size: PAGE_SIZE, toText, stretch });
  return { items: rows.map(toAuditEntry), ...neighbors };
}
