import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { listSuppressions } from './list-suppressions.ts';
import { removeSuppression } from './remove-suppression.ts';

export function mailSuppressionsRoutes(
  { mailSuppressions }: Implementer,
  services: Services,
): RoutesOf<'mailSuppressions'> {
  return {
    list: mailSuppressions.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listSuppressions(reading, context.caller, input)),
    ),
    remove: mailSuppressions.remove.handler(({ context, input }) =>
      removeSuppression(services, context.caller, input),
    ),
  };
}
