import type { RequestedExport } from '#contract/administration/exports';
import type { ExportRow } from './exports-sql.ts';

export function toExport(row: ExportRow): RequestedExport {
  return {
    id: row.id,
    kind: row.kind,
    course: row.course,
    state: row.state,
    total: row.total,
    written: row.written,
    bytes: row.bytes,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
