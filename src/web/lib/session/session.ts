import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { User } from '#contract/accounts/accounts';
import type { Api } from '../api/api-client.ts';
import { isPageHeld } from '../saving/held-page.ts';

export interface Session {
  readonly user: User | null;
  /** The server knows this person no longer; the page they are at waits for them to sign in again. */
  readonly ended?: boolean;
}

/** Who is signed in. A member's page asks again every 30 s while it is visible (spec section 9). */
export function sessionQuery(api: Api) {
  return queryOptions({
    queryKey: ['session'],
    queryFn: async ({ client, signal }) =>
      heldSession(client, await api.accounts.session(undefined, { signal })),
    staleTime: 30_000,
    refetchInterval: (query) => (query.state.data?.user ? 30_000 : false),
    refetchOnWindowFocus: true,
  });
}

export function keepSession(queryClient: QueryClient, session: Session): void {
  queryClient.setQueryData(['session'], session);
}

/**
 * What the server says of the session; where it ended and the page is held, its person stays. One that was opened for
 * support has nobody who could sign in again.
 */
function heldSession(queryClient: QueryClient, next: Session): Session {
  const user = keptSession(queryClient)?.user;
  return user && !user.support && !next.user && isPageHeld() ? { user, ended: true } : next;
}

/**
 * The server turned this user away; null: whoever the page is of. A page that is held waits for its person; any other one
 * asks whether somebody else is signed in now.
 */
export async function loseSession(
  { api, queryClient }: { readonly api: Api; readonly queryClient: QueryClient },
  userId: string | null,
): Promise<void> {
  const user = keptSession(queryClient)?.user;
  if (!user || (userId !== null && userId !== user.id)) return;
  const session = heldSession(queryClient, { user: null });
  if (session.user) return keepSession(queryClient, session);
  await queryClient
    .fetchQuery({ ...sessionQuery(api), staleTime: 0 })
    .catch(() => keepSession(queryClient, session));
}

/** What is known of the session without asking. */
export function keptSession(queryClient: QueryClient): Session | undefined {
  return queryClient.getQueryData<Session>(['session']);
}

/** The signed-in person, or null; on a page that is held, also the one whose session ended. */
export function useUser(): User | null {
  const api = useApi();
  return useQuery(sessionQuery(api)).data?.user ?? null;
}

export function useApi(): Api {
  return useRouteContext({ from: '__root__', select: (context) => context.api });
}
