import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { listSuppressions } from './list-suppressions.ts';
import { removeSuppression } from './remove-suppression.ts';

export function suppressionRoutes({ mailSuppressions }: Implementer, services: Services) {
  return {
    list: mailSuppressions.list.handler(({ context, input }) =>
      listSuppressions(services, context.caller, input),
    ),
    remove: mailSuppressions.remove.handler(({ context, input }) =>
      removeSuppression(services, context.caller, input),
    ),
  };
}
