import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** What the member can pay by bank transfer, and the order that waits. */
export function ownTransfersQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'transfers', 'own'],
    queryFn: ({ signal }) => api.bankTransfers.mine(undefined, { signal }),
  });
}

/** Orders, for administrators: all of them, or those that a text is found in. */
export function transfersQuery(api: Api, q: string) {
  return queryOptions({
    queryKey: ['billing', 'transfers', 'all', q],
    queryFn: ({ signal }) => api.bankTransfers.list({ q }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function bankSettingsQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'transfers', 'settings'],
    queryFn: ({ signal }) => api.bankTransfers.settings(undefined, { signal }),
    staleTime: 0,
  });
}
