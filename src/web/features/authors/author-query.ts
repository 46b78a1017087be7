import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';

/** An author with a page of what they published, in the reader's tier; null when there is none. */
export function authorQuery(api: Api, slug: string, page = 1) {
  return queryOptions({
    queryKey: ['courses', 'author', slug, page],
    queryFn: ({ signal }) =>
      api.authors.get({ slug, page }, { signal }).catch((error: unknown) => {
        const code = failureCode(error);
        if (code === 'AUTHOR_NOT_FOUND' || code === 'BAD_INPUT') return null;
        throw error;
      }),
    placeholderData: keepPreviousData,
  });
}
