import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

export const HEALTH_KEY = ['admin', 'health'] as const;

/** Processes say how they are every 15 seconds. */
const REFRESH_MS = 15_000;

/** How the system is, looked at again and again while the page is open. */
export function healthQuery(api: Api) {
  return queryOptions({
    queryKey: HEALTH_KEY,
    queryFn: ({ signal }) => api.health.get(undefined, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
}
