import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { getOverview } from './get-overview.ts';

export function overviewRoutes({ overview }: Implementer, services: Services): RoutesOf<'overview'> {
  return {
    get: overview.get.handler(({ context }) =>
      fromReplica(services, (reading) => getOverview(reading, context.caller)),
    ),
  };
}
