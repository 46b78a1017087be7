import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useApi } from '#web/lib/session/session.ts';

/** Ends the session. What that takes is loaded for members only (`useOwnBrowser` fetches it ahead). */
export function useLogout(): () => Promise<void> {
  const api = useApi();
  const router = useRouter();
  const queryClient = useQueryClient();
  return () => import('./log-out.tsx').then(({ logOut }) => logOut({ api, router, queryClient }));
}
