import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

const WHILE_SENDING_MS = 3000;

/** Whether announcements can be sent, and how many members of each plan would get one. */
export function audienceQuery(api: Api) {
  return queryOptions({
    queryKey: ['admin', 'announcements', 'audience'],
    queryFn: ({ signal }) => api.announcements.audience(undefined, { signal }),
    staleTime: 0,
  });
}

/** Announcements so far, newest first, a page at a time; asked again while one is going out. */
export function announcementsQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'announcements', 'list'],
    queryFn: ({ pageParam, signal }) =>
      api.announcements.list(pageParam ? { after: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((one) => one.state === 'sending'))
        ? WHILE_SENDING_MS
        : false,
  });
}
