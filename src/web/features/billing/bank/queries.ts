import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** What the member can pay by bank transfer, and the order that waits. */
export function ownTransfersQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'transfers', 'own'],
    queryFn: ({ signal }) => api.bankTransfers.mine(undefined, { signal }),
  });
}

/** All orders, for administrators. */
export function transfersQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'transfers', 'all'],
    queryFn: ({ signal }) => api.bankTransfers.list(undefined, { signal }),
  });
}

export function bankSettingsQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'transfers', 'settings'],
    queryFn: ({ signal }) => api.bankTransfers.settings(undefined, { signal }),
    staleTime: 0,
  });
}
