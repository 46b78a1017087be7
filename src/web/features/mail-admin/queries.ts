import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** Emails that could not be sent, newest first, a page at a time. */
export function failedMailsQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'failed-mails'],
    queryFn: ({ pageParam, signal }) =>
      api.failedMails.list(pageParam ? { after: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** Addresses that get only emails about their account, newest first, a page at a time. */
export function suppressionsQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'mail-suppressions'],
    queryFn: ({ pageParam, signal }) =>
      api.mailSuppressions.list(pageParam ? { after: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
