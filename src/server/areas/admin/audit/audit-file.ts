import type { AuditFilters } from '#contract/administration/audit';
import type { CsvFile } from '#server/csv/csv-file';
import type { Services } from '#server/services';
import { countAudit, selectAudit, toAuditEntry } from './audit-sql.ts';

const BATCH = 500;
const COLUMNS = [
  'id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'actor_email',
  'action',
  'entity',
  'entity_id',
  'entity_name',
  'ip_address',
  'request_id',
  'before',
  'after',
  // New columns come last: those who read the file by position still can.
  'on_behalf_of_id',
  'on_behalf_of_name',
  'api_key_id',
  'api_key_name',
];

/** All entries that match, newest first, values as JSON. */
export function auditFile({ db }: Pick<Services, 'db'>, filters: AuditFilters): CsvFile {
  return {
    name: 'audit',
    columns: COLUMNS,
    count: (limit) => countAudit(db.kysely, filters, limit),
    pages: () => pages(db, filters),
    audit: { action: 'audit.export', entity: 'audit', after: { filters } },
  };
}

async function* pages(db: Services['db'], filters: AuditFilters) {
  for (let from: string | null | undefined = null; from !== undefined; ) {
    const rows = await selectAudit(db.kysely, { filters, from, backwards: false, limit: BATCH, whole: true });
    yield rows.map(toAuditEntry).map((entry) => ({
      id: entry.id,
      at: entry.at,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      actor_name: entry.actor.name,
      actor_email: entry.actor.email,
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entityId,
      entity_name: entry.entityName,
      ip_address: entry.ipAddress,
      request_id: entry.request,
      before: json(entry.before),
      after: json(entry.after),
      on_behalf_of_id: entry.onBehalfOf?.id ?? null,
      on_behalf_of_name: entry.onBehalfOf?.name ?? null,
      api_key_id: entry.key?.id ?? null,
      api_key_name: entry.key?.name ?? null,
    }));
    from = rows.length === BATCH ? String(rows.at(-1)?.id) : undefined;
  }
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
