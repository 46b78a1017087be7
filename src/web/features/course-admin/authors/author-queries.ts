import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** Whom a course or post can name, by a part of name or address. */
export function foundWritersQuery(api: Api, q: string) {
  return queryOptions({
    queryKey: ['admin', 'writers', 'found', q],
    queryFn: async ({ signal }) => (await api.authors.writers({ q }, { signal })).items,
    placeholderData: keepPreviousData,
  });
}

/** Those of these people whom a course or post can name. */
export function writersQuery(api: Api, ids: readonly string[]) {
  const sorted = [...new Set(ids)].sort();
  return queryOptions({
    queryKey: ['admin', 'writers', 'chosen', ...sorted],
    queryFn: async ({ signal }) =>
      sorted.length === 0 ? [] : (await api.authors.writers({ ids: sorted }, { signal })).items,
    placeholderData: keepPreviousData,
  });
}
