import { queryOptions } from '@tanstack/react-query';
import type { UserSort } from '#domain/accounts/user-list';
import type { Role } from '#domain/roles';
import type { Tier } from '#domain/tiers';
import type { Api } from '#web/lib/api-client.ts';
import type { Place } from '#web/ui/cursor-pages.tsx';

export interface UserSearch extends Place {
  q?: string;
  tier?: Tier;
  role?: Role;
  sort?: UserSort;
}

/** A page of accounts. */
export function usersQuery(api: Api, search: UserSearch) {
  return queryOptions({
    queryKey: ['admin', 'users', search],
    queryFn: ({ signal }) => api.users.list(search, { signal }),
    staleTime: 0,
  });
}
