import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { downloadExport } from './download-export.ts';
import { listExports } from './list-exports.ts';
import { removeExport } from './remove-export.ts';
import { requestExport } from './request-export.ts';

export function exportsRoutes({ exports }: Implementer, services: Services): RoutesOf<'exports'> {
  return {
    request: exports.request.handler(({ context, input }) => requestExport(services, context.caller, input)),
    list: exports.list.handler(({ context }) =>
      fromReplica(services, (reading) => listExports(reading, context.caller)),
    ),
    download: exports.download.handler(({ context, input }) =>
      downloadExport(services, context.caller, input, context),
    ),
    remove: exports.remove.handler(({ context, input }) => removeExport(services, context.caller, input)),
  };
}
