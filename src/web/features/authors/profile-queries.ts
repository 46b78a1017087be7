import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** The own profile as an author; null for who is none. */
export function ownAuthorQuery(api: Api) {
  return queryOptions({
    queryKey: ['author-profile'],
    queryFn: async ({ signal }) => (await api.authors.own(undefined, { signal })).profile,
    staleTime: 0,
  });
}

/** Somebody's profile as an author, for administrators. Always fresh: a form must not begin with what is old. */
export function userAuthorQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'author-profile', id],
    queryFn: ({ signal }) => api.authors.ofUser({ id }, { signal }),
    staleTime: 0,
  });
}
