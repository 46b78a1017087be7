import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isPageHeld } from '#web/lib/saving/held-page.ts';
import { sessionQuery, useApi, useUser } from '#web/lib/session/session.ts';
import { useSessionEnded } from '#web/lib/session/use-session-ended.ts';
import { useSessionChange } from './security/use-session-change.ts';
import { SessionEnded } from './session-ended.tsx';
import { holdTyped } from './sign-in/hold-typed.ts';

/** Watches over the session of the signed-in person: what happens to the page when it ends, or becomes somebody else's. */
export function SessionKeeper() {
  const user = useUser();
  const hasEnded = useSessionEnded();
  useSessionChange(user);
  useEffect(holdTyped, []);
  useAskOnReturn();
  return hasEnded && user && <SessionEnded email={user.email} />;
}

/** On return to something unsaved, the person may have signed in in another tab meanwhile, or somebody else may have. */
function useAskOnReturn(): void {
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => {
    const ask = () => {
      if (isPageHeld()) void queryClient.invalidateQueries(sessionQuery(api));
    };
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [api, queryClient]);
}
