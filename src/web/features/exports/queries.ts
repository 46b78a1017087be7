import { queryOptions } from '@tanstack/react-query';
import type { RequestedExport } from '#contract/administration/exports';
import type { Api } from '#web/lib/api/api-client.ts';
import { apiRequest } from '#web/lib/api/api-request.ts';

export const EXPORTS_KEY = ['admin', 'exports'] as const;

/** While something is written the page shows how far it is. */
const WRITING_MS = 1500;

export function exportsQuery(api: Api) {
  return queryOptions({
    queryKey: EXPORTS_KEY,
    queryFn: ({ signal }) => api.exports.list(undefined, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.items.some(isOpen) ? WRITING_MS : false),
  });
}

export function isOpen({ state }: RequestedExport): boolean {
  return state === 'waiting' || state === 'writing';
}

/** Address of the file of a finished export. */
export function exportAddress(id: string): string {
  return apiRequest(['GET', '/admin/exports/{id}/file'], { id }).url;
}
