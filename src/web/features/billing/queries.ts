import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** What plans can be bought at. */
export function offersQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'offers'],
    queryFn: ({ signal }) => api.billing.offers(undefined, { signal }),
  });
}

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
