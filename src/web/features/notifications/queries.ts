import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

const POLL_MS = 60_000;

/** How many are unread; asked again every minute while the page is visible. */
export function unreadQuery(api: Api) {
  return queryOptions({
    queryKey: ['notifications', 'unread'],
    queryFn: ({ signal }) => api.notifications.unread(undefined, { signal }),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
    staleTime: 10_000,
  });
}

/** The own inbox, newest first, a page at a time. */
export function inboxQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: ['notifications', 'inbox'],
    queryFn: ({ pageParam, signal }) =>
      api.notifications.list(pageParam ? { after: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

export function preferencesQuery(api: Api) {
  return queryOptions({
    queryKey: ['notifications', 'preferences'],
    queryFn: ({ signal }) => api.notifications.preferences(undefined, { signal }),
    staleTime: 0,
  });
}
