import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '#contract/accounts/accounts';
import { forgetOthers, onLogoutElsewhere } from '#web/lib/saving/kept.ts';
import { keepSession } from '#web/lib/session/session.ts';

/** Who is signed in finds nothing of others in this browser, and leaves nothing when another tab logs out. */
export function useOwnBrowser({ id, support }: User): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    // In a support session the administrator is still here.
    if (!support) forgetOthers(id);
  }, [id, support]);
  useEffect(() => {
    // Logging out must not depend on the network.
    void import('./log-out.tsx').catch(() => undefined);
    // Who logs out was asked about what is not saved: no page is held for them.
    return onLogoutElsewhere(() => keepSession(queryClient, { user: null }));
  }, [queryClient]);
}
