import { queryOptions } from '@tanstack/react-query';
import type { ActorKind } from '#domain/audit/actor-kinds';
import type { Api } from '#web/lib/api/api-client.ts';
import { apiRequest } from '#web/lib/api/api-request.ts';
import type { ExportWish } from '#web/lib/api/ask-for-export.ts';
import type { Place } from '#web/lib/place.ts';

export interface AuditSearch extends Place {
  action?: string;
  entity?: string;
  entityId?: string;
  actor?: string;
  kind?: ActorKind;
  /** Id of the account that the entries concern. */
  about?: string;
  /** First and last day, where the reader is. */
  from?: string;
  to?: string;
}

/** A page of the audit log. */
export function auditQuery(api: Api, search: AuditSearch) {
  return queryOptions({
    queryKey: ['admin', 'audit', 'list', search],
    queryFn: ({ signal }) => api.audit.list(toFilters(search), { signal }),
    staleTime: 0,
  });
}

export function auditKindsQuery(api: Api) {
  return queryOptions({
    queryKey: ['admin', 'audit', 'kinds'],
    queryFn: ({ signal }) => api.audit.kinds(undefined, { signal }),
  });
}

/** An entry with all its values. It never changes. */
export function auditEntryQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'audit', 'entry', id],
    queryFn: ({ signal }) => api.audit.get({ id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Address of the file with all entries that match. */
export function auditFile({ after, before, page, ...filters }: AuditSearch): string {
  return apiRequest(['GET', '/admin/audit.csv'], toFilters(filters)).url;
}

/** The same file, as it is asked for in the background. */
export function auditWish({ after, before, page, ...filters }: AuditSearch): ExportWish {
  return { kind: 'audit', filters: toFilters(filters) };
}

/** Days become instants: from the beginning of the first to the end of the last. */
export function toFilters({ from, to, ...rest }: AuditSearch) {
  const [start, end] = [startOf(from, 0), startOf(to, 1)];
  return { ...rest, ...(start && { from: start }), ...(end && { to: end }) };
}

function startOf(day: string | undefined, later: number): string | null {
  const [year, month, date] = (day ?? '').split('-').map(Number);
  const instant = new Date(year ?? Number.NaN, (month ?? 0) - 1, (date ?? Number.NaN) + later);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}
