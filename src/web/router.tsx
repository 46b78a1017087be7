import { QueryClient } from '@tanstack/react-query';
import { createRouter as createTanStackRouter, lazyRouteComponent } from '@tanstack/react-router';
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query';
import type { Api } from '#web/lib/api/api-client.ts';
import { keepSession, type Session } from '#web/lib/session/session.ts';
import { keepSiteInfo, type SiteInfo } from '#web/lib/site-info.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { routeTree } from './route-tree.gen.ts';

/** What only the server knows when it makes a router for one request. */
export interface RenderFacts {
  readonly session: Session;
  readonly site: SiteInfo;
}

/** One router for each request on the server, one in all in the browser. */
export function createRouter(api: Api, facts?: RenderFacts) {
  const queryClient = createQueryClient();
  if (facts) {
    keepSession(queryClient, facts.session);
    keepSiteInfo(queryClient, facts.site);
  }
  const router = createTanStackRouter({
    routeTree,
    context: { api, queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: lazyRouteComponent(() => import('#web/ui/feedback/error-state.tsx'), 'ErrorState'),
    defaultPendingComponent: LoadingState,
    defaultNotFoundComponent: lazyRouteComponent(
      () => import('#web/features/shell/not-found.tsx'),
      'NotFound',
    ),
    // The loading state itself waits before it shows anything.
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
  });
  // A member's page is drawn in the browser: its HTML would be of use to nobody else (joints, part 2).
  if (facts?.session.user) router.options.defaultSsr = 'data-only';
  setupRouterSsrQueryIntegration({ router, queryClient });
  if (!facts) renewCarriedData(router.options);
  return router;
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    // The API client repeats what deserves repeating.
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

interface Carried {
  query?: { initial?: { state: { dataUpdatedAt: number } }[] };
}

/** HTML from the cache carries old times; without this everything in it would be fetched again at once. */
function renewCarriedData(options: { hydrate?: unknown }): void {
  const original = options.hydrate as (carried: Carried) => Promise<void>;
  options.hydrate = (carried: Carried) => {
    for (const query of carried.query?.initial ?? []) query.state.dataUpdatedAt = Date.now();
    return original(carried);
  };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>;
  }
}
