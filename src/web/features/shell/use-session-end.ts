import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { User } from '#contract/accounts';
import { changeSession } from '#web/lib/change-session.ts';

/** A session that ended elsewhere ends here too: the guards run again and send the reader where a visitor may be. */
export function useSessionEnd(user: User | null): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  const before = useRef(user?.id);
  useEffect(() => {
    const ended = before.current !== undefined && user === null;
    before.current = user?.id;
    // Who logs out is on the way to /login already.
    if (ended && router.latestLocation.pathname !== '/login')
      changeSession(router, queryClient, { user: null });
  }, [user, router, queryClient]);
}
