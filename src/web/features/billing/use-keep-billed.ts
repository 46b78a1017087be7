import { useQueryClient } from '@tanstack/react-query';
import type { Billed } from '#contract/billing';
import { keptSession, useApi } from '#web/lib/session/session.ts';
import { useKeepTier } from '#web/lib/session/use-keep-tier.ts';
import { billedQuery } from './queries.ts';

/** Shows a changed subscription everywhere: the tier of the session follows, and what it opens is fetched again. */
export function useKeepBilled(): (billed: Billed) => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  const keepTier = useKeepTier();
  return async (billed) => {
    queryClient.setQueryData(billedQuery(api).queryKey, billed);
    const before = keptSession(queryClient)?.user?.subscriptionTier;
    const { user } = await api.accounts.session(undefined, {});
    // While the tier is the same nothing else opens or closes, and what was chosen on the page stays.
    if (user && user.subscriptionTier !== before) await keepTier(user);
  };
}
