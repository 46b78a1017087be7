import { useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/accounts/accounts';
import { keepSession } from '#web/lib/session/session.ts';

/** Shows a changed user everywhere at once: the answer of a change is the new truth. */
export function useKeepUser(): (user: User) => void {
  const queryClient = useQueryClient();
  return (user) => keepSession(queryClient, { user });
}
