import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { User } from '#contract/accounts/accounts';
import { isPageHeld } from '#web/lib/saving/held-page.ts';
import { changeSession } from '#web/lib/session/change-session.ts';

const LOGIN: string = '/login';
const HOME: string = '/dashboard';

/**
 * A session that ended elsewhere ends here too: the guards run again and send the reader where a visitor may be. Where somebody
 * else signed in, nothing of the person before stays, and least of all what they typed.
 */
export function useSessionChange(user: User | null): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  const before = useRef(user?.id);
  useEffect(() => {
    const was = before.current;
    before.current = user?.id;
    if (was === undefined || was === user?.id) return;
    // Who logs out is on the way to /login already.
    if (!user && router.latestLocation.pathname === LOGIN) return;
    const { latestLocation, state } = router;
    // Who signs in on this very page goes on by themselves.
    const isStaying = latestLocation.pathname === state.resolvedLocation?.pathname;
    const go = async () => {
      if (user && isStaying && isPageHeld())
        await router.navigate({ to: HOME, replace: true, ignoreBlocker: true });
      await changeSession(router, queryClient, { user });
    };
    void go();
  }, [user, router, queryClient]);
}
