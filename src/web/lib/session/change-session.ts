import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { keepSession, keptSession, type Session } from './session.ts';

const KEPT = new Set<unknown>(['session', 'site-info', 'version']);

/** Whether what a query answers depends on who reads it. */
export const ofReader = ({ queryKey }: { queryKey: readonly unknown[] }) => !KEPT.has(queryKey[0]);

/**
 * After signing in or out: the new session for everybody who asks, and nothing left of what the other reader saw. Then
 * guards and loaders run again, so navigate before you call it, or let them send the reader away. Who signs in is kept
 * as the session before that.
 */
export async function changeSession(
  router: AnyRouter,
  queryClient: QueryClient,
  session: Session,
): Promise<void> {
  const foreign = { predicate: ofReader };
  await queryClient.cancelQueries(foreign);
  // Whoever logged out while the page after the sign-in was loading stays logged out.
  if (session.user && keptSession(queryClient)?.user?.id !== session.user.id) return;
  keepSession(queryClient, session);
  // What the new page asks for already was cancelled, too: it is asked for again.
  if (session.user) {
    queryClient.removeQueries({ ...foreign, type: 'inactive' });
    void queryClient.resetQueries({ ...foreign, type: 'active' });
  } else queryClient.removeQueries(foreign);
  await router.invalidate();
}
