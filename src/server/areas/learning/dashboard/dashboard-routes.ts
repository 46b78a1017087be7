import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { getDashboard } from './get-dashboard.ts';
import { seeNews } from './see-news.ts';

export function dashboardRoutes({ dashboard: os }: Implementer, services: Services): RoutesOf<'dashboard'> {
  return {
    get: os.get.handler(({ context }) => getDashboard(services, context.caller)),
    see: os.see.handler(({ context, input }) => seeNews(services, context.caller, input)),
  };
}
