import {
  type AnyRoute,
  createRouter as createTanStackRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import type { Api } from '#web/lib/api/api-client.ts';
import { keepQueries } from '#web/lib/queries/carry-queries.tsx';
import { FreshQueryClient } from '#web/lib/queries/fresh-query-client.ts';
import { keepSession, type Session } from '#web/lib/session/session.ts';
import { keepSiteInfo, type SiteInfo } from '#web/lib/site-info.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import type { routeTree } from './route-tree.gen.ts';

/** What only the server knows when it makes a router for one request. */
export interface RenderFacts {
  readonly session: Session;
  readonly site: SiteInfo;
}

/** One router for each request on the server, one in all in the browser, which begins without the late routes. */
export function createRouter(api: Api, tree: AnyRoute, facts?: RenderFacts) {
  const queryClient = createQueryClient();
  if (facts) {
    keepSession(queryClient, facts.session);
    keepSiteInfo(queryClient, facts.site);
  }
  const router = createTanStackRouter({
    routeTree: tree as typeof routeTree,
    context: { api, queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: facts ? true : staysOrScrolls(),
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
  keepQueries(router.options, queryClient);
  return router;
}

/** Whether a render may scroll. The first one leaves a reader alone who has scrolled already: the app of a page may come late. */
function staysOrScrolls(): () => boolean {
  let isFirst = true;
  return () => {
    const stays = isFirst && window.scrollY > 0;
    isFirst = false;
    return !stays;
  };
}

function createQueryClient(): FreshQueryClient {
  return new FreshQueryClient({
    // The API client repeats what deserves repeating.
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>;
  }
}
