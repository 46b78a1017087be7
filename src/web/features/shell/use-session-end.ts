import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { User } from '#contract/accounts';
import { changeSession } from '#web/lib/change-session.ts';
import { isPageHeld } from '#web/lib/held-page.ts';

/**
 * A session that ended elsewhere ends here too: the guards run again and send the reader where a visitor may be. A page that
 * is held waits for its reader to sign in again.
 */
export function useSessionEnd(user: User | null): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  const before = useRef(user?.id);
  const awaited = useRef<string>(undefined);
  useEffect(() => {
    const ended = before.current !== undefined && user === null;
    if (ended && isPageHeld()) awaited.current = before.current;
    // Who logs out is on the way to /login already.
    else if (ended && router.latestLocation.pathname !== '/login')
      changeSession(router, queryClient, { user: null });
    if (user) {
      const isAnother = awaited.current !== undefined && awaited.current !== user.id;
      awaited.current = undefined;
      if (isAnother) changeSession(router, queryClient, { user });
    }
    before.current = user?.id;
  }, [user, router, queryClient]);
}
