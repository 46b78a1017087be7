import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import type { User } from '#contract/accounts/accounts';
import { ofReader } from './change-session.ts';
import { keepSession, keptSession } from './session.ts';

/**
 * Shows a changed tier everywhere. What was read under the old one is forgotten, since it says what is locked in courses,
 * posts, progress, comments, exams, labs, and lists; what is on the screen stays there until it is read again.
 */
export async function keepTier(router: AnyRouter, queryClient: QueryClient, user: User): Promise<void> {
  // Whoever logged out while the tier was changed stays logged out.
  if (keptSession(queryClient)?.user?.id !== user.id) return;
  keepSession(queryClient, { user });
  queryClient.removeQueries({ predicate: ofReader, type: 'inactive' });
  void queryClient.invalidateQueries({ predicate: ofReader, type: 'active' });
  await router.invalidate();
}

export function useKeepTier(): (user: User) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return (user) => keepTier(router, queryClient, user);
}
