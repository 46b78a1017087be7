import { infiniteQueryOptions } from '@tanstack/react-query';
import type { InvitationState } from '#domain/accounts/invitation';
import type { Api } from '#web/lib/api/api-client.ts';

export interface InvitationSearch {
  q?: string;
  state?: InvitationState;
}

/** Invitations, newest first, a page at a time. */
export function invitationsQuery(api: Api, { q, state }: InvitationSearch) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'invitations', q ?? '', state ?? ''],
    queryFn: ({ pageParam, signal }) =>
      api.invitations.list(
        { ...(q && { q }), ...(state && { state }), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
