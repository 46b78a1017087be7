import { infiniteQueryOptions } from '@tanstack/react-query';
import type { MESSAGE_STATES } from '#contract/administration/messages';
import type { Api } from '#web/lib/api/api-client.ts';

export interface MessageSearch {
  q?: string;
  state?: (typeof MESSAGE_STATES)[number];
}

/** Messages of the contact form, newest first, a page at a time. */
export function messagesQuery(api: Api, { q, state }: MessageSearch) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'messages', q ?? '', state ?? ''],
    queryFn: ({ pageParam, signal }) =>
      api.messages.list(
        { ...(q && { q }), ...(state && { state }), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
