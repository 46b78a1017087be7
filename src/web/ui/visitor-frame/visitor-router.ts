import { routes } from 'virtual:contract-routes';
import { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRouter, type RouterHistory } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Api, createApiClient } from '#web/lib/api/api-client.ts';
import { keepQueries } from '#web/lib/queries/carry-queries.tsx';
import { keepSession } from '#web/lib/session/session.ts';
import { ErrorState } from '../feedback/error-state.tsx';

const lateRoutes = () => import('virtual:late-contract-routes').then((it) => it.routes);
/** Asks as nobody: administrators would be answered more than visitors. */
const fetchAsVisitor: typeof fetch = (address, init) => fetch(address, { ...init, credentials: 'omit' });

const nothing = () => undefined;
/** Leads nowhere. One that keeps a history in memory would weigh on what all visitors download. */
const STANDING_STILL: RouterHistory = {
  location: { href: '/', pathname: '/', search: '', hash: '', state: { __TSR_index: 0 } },
  length: 1,
  subscribers: new Set(),
  subscribe: () => nothing,
  push: nothing,
  replace: nothing,
  go: nothing,
  back: nothing,
  forward: nothing,
  canGoBack: () => false,
  createHref: (href) => href,
  block: () => nothing,
  flush: nothing,
  destroy: nothing,
  notify: nothing,
  _getBlockers: () => [],
};

/** A router of a single page and the queries of a visitor, apart from those of the page around it. */
export function visitorRouter(page: () => ReactNode) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  keepSession(queryClient, { user: null });
  const root = createRootRouteWithContext<{ api: Api; queryClient: QueryClient }>()({
    component: page,
    errorComponent: ErrorState,
  });
  const router = createRouter({
    routeTree: root,
    history: STANDING_STILL,
    context: { api: createApiClient({ routes, lateRoutes, fetch: fetchAsVisitor }), queryClient },
  });
  keepQueries(router.options, queryClient);
  return { queryClient, router };
}
