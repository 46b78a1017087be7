import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { User } from '#contract/accounts';
import type { Api } from './api-client.ts';

export interface Session {
  readonly user: User | null;
}

/** Who is signed in. A member's page asks again every 30 s while it is visible (spec section 9). */
export function sessionQuery(api: Api) {
  return queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }): Promise<Session> => api.accounts.session(undefined, { signal }),
    staleTime: 30_000,
    refetchInterval: (query) => (query.state.data?.user ? 30_000 : false),
    refetchOnWindowFocus: true,
  });
}

export function keepSession(queryClient: QueryClient, session: Session): void {
  queryClient.setQueryData(['session'], session);
}

/** What is known of the session without asking. */
export function keptSession(queryClient: QueryClient): Session | undefined {
  return queryClient.getQueryData<Session>(['session']);
}

/** The signed-in person, or null. */
export function useUser(): User | null {
  const api = useApi();
  return useQuery(sessionQuery(api)).data?.user ?? null;
}

export function useApi(): Api {
  return useRouteContext({ from: '__root__', select: (context) => context.api });
}
