import { queryOptions } from '@tanstack/react-query';
import type { Api } from './api/api-client.ts';

/** What plans can be bought at. */
export function offersQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'offers'],
    queryFn: ({ signal }) => api.billing.offers(undefined, { signal }),
  });
}
