import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** The own right to withdraw, and what one declared. */
export function rightsQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'rights'],
    queryFn: ({ signal }) => api.legal.rights(undefined, { signal }),
  });
}

/** Withdrawals and cancellations, for administrators. */
export function requestsQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'requests'],
    queryFn: ({ signal }) => api.legal.requests(undefined, { signal }),
  });
}

/** What a member agreed to. */
export function consentsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['billing', 'consents', id],
    queryFn: ({ signal }) => api.legal.consents({ id }, { signal }),
  });
}
