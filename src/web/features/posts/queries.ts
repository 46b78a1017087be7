import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FeedItem } from '#contract/courses/posts';
import type { Api } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';

export interface FeedSearch {
  kind?: FeedItem['kind'];
  page?: number;
}

/** Posts and courses of the reader's tier, newest first. */
export function feedQuery(api: Api, { kind, page = 1 }: FeedSearch) {
  return queryOptions({
    queryKey: ['courses', 'feed', kind ?? '', page],
    queryFn: ({ signal }) => api.posts.list({ ...(kind && { kind }), page }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** A post, or why it is locked; null when there is none. */
export function postQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['courses', 'post', id],
    queryFn: ({ signal }) =>
      api.posts.get({ id }, { signal }).catch((error: unknown) => {
        const code = failureCode(error);
        if (code === 'POST_NOT_FOUND' || code === 'BAD_INPUT') return null;
        throw error;
      }),
  });
}

export function feedAddressQuery(api: Api) {
  return queryOptions({
    queryKey: ['feed-address'],
    queryFn: ({ signal }) => api.posts.feedAddress(undefined, { signal }),
  });
}
