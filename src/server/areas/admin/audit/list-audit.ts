import type { AuditFilters, AuditPage } from '#contract/administration/audit';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { fromIdCursor, toIdCursor } from '#server/cursor';
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
  const [start, end] = [after, before].map((text) => (text ? fromIdCursor(text) : null));
  const backwards = !start && (Boolean(end) || page === 'last');
  const from = start ?? end ?? null;
  const read = await selectAudit(db.kysely, { filters, from, backwards, limit: PAGE_SIZE + 1 });
  const hasMore = read.length > PAGE_SIZE;
  const rows = hasMore ? (backwards ? read.slice(1) : read.slice(0, PAGE_SIZE)) : read;
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    items: rows.map(toAuditEntry),
    previous: first && (backwards ? hasMore : start) ? toIdCursor(String(first.id)) : null,
    next: last && (backwards ? end : hasMore) ? toIdCursor(String(last.id)) : null,
  };
}
