import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { exportAccount } from './export-account.ts';
import { requestExport } from './request-export.ts';

export function privacyRoutes({ privacy: os }: Implementer, services: Services): RoutesOf<'privacy'> {
  return {
    requestExport: os.requestExport.handler(({ context }) => requestExport(services, context.caller)),
    export: os.export.handler(({ context }) =>
      fromReplica(services, (reading) => exportAccount(reading, context.caller, context)),
    ),
  };
}
