import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '#contract/accounts/accounts';
import { ownPath } from '#domain/accounts/own-path';
import { changeSession } from '#web/lib/session/change-session.ts';
import { keepSession } from '#web/lib/session/session.ts';

/** After signing in: the new session for every part of the page, and on to where the reader wanted to go. */
export function useSignedIn(wanted: string | undefined): (user: User, to?: string) => Promise<void> {
  const router = useRouter();
  // Whoever opens another page while they are being signed in stays there.
  const [page] = useState(router.latestLocation.pathname);
  const queryClient = useQueryClient();
  return async (user, to = wanted) => {
    keepSession(queryClient, { user });
    if (router.latestLocation.pathname === page) await router.navigate({ href: ownPath(to), replace: true });
    await changeSession(router, queryClient, { user });
  };
}
