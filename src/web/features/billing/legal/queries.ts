import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
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

/** What a member agreed to, newest first. */
export function consentsQuery(api: Api, id: string) {
  return infiniteQueryOptions({
    queryKey: ['billing', 'consents', id],
    queryFn: ({ pageParam, signal }) =>
      api.legal.consents({ id, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}

/** The same words are asked for once, however often they were agreed to; they never change. */
export function consentTextQuery(api: Api, { hash, id }: { hash: string; id: string }) {
  return queryOptions({
    queryKey: ['billing', 'consent-text', id, hash],
    queryFn: ({ signal }) => api.legal.consentText({ id, hash }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
