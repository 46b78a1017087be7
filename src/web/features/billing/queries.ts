import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** The own subscription and invoices. */
export function billedQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'mine'],
    queryFn: ({ signal }) => api.billing.mine(undefined, { signal }),
  });
}

export function plansQuery(api: Api) {
  return queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) => api.plans.list(undefined, { signal }),
  });
}
