import { queryOptions } from '@tanstack/react-query';
import type { UserSort } from '#domain/accounts/user-list';
import type { Role } from '#domain/roles';
import type { Tier } from '#domain/tiers';
import type { Api } from '#web/lib/api/api-client.ts';
import { apiRequest } from '#web/lib/api/api-request.ts';
import type { ExportWish } from '#web/lib/api/ask-for-export.ts';
import type { Place } from '#web/lib/place.ts';

export interface UserSearch extends Place {
  q?: string;
  tier?: Tier;
  role?: Role;
  sort?: UserSort;
}

/** One account with what belongs to it. */
export function userQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'users', 'one', id],
    queryFn: ({ signal }) => api.users.get({ id }, { signal }),
    staleTime: 0,
  });
}

/** A page of accounts. */
export function usersQuery(api: Api, search: UserSearch) {
  return queryOptions({
    queryKey: ['admin', 'users', 'list', search],
    queryFn: ({ signal }) => api.users.list(search, { signal }),
    staleTime: 0,
  });
}

/** Address of the file with all accounts that match. */
export function usersFile({ q, role, sort, tier }: UserSearch): string {
  return apiRequest(['GET', '/admin/users.csv'], { q, role, sort, tier }).url;
}

/** The same file, as it is asked for in the background. */
export function usersWish({ q, role, sort, tier }: UserSearch): ExportWish {
  return { kind: 'users', filters: { q, role, sort, tier } };
}
