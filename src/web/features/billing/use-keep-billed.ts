import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Billed } from '#contract/billing';
import { changeSession } from '#web/lib/session/change-session.ts';
import { keptSession, useApi } from '#web/lib/session/session.ts';
import { billedQuery } from './queries.ts';

/** Shows a changed subscription everywhere: the tier of the session follows, and what it opens is fetched again. */
export function useKeepBilled(): (billed: Billed) => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (billed) => {
    queryClient.setQueryData(billedQuery(api).queryKey, billed);
    const before = keptSession(queryClient)?.user?.subscriptionTier;
    const session = await api.accounts.session(undefined, {});
    // While the tier is the same nothing else opens or closes, and what was chosen on the page stays.
    if (session.user && session.user.subscriptionTier !== before)
      await changeSession(router, queryClient, session);
  };
}
