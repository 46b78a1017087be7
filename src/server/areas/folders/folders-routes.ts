import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { exportAll } from './exporting/export-all.ts';
import { exportFolder } from './exporting/export-folder.ts';
import { checkFolders } from './importing/check-folders.ts';
import { discardImport } from './importing/discard-import.ts';
import { getImport } from './importing/get-import.ts';
import { startImport } from './importing/start-import.ts';

export function foldersRoutes({ folders }: Implementer, services: Services): RoutesOf<'folders'> {
  return {
    export: folders.export.handler(({ context, input }) =>
      fromReplica(services, (reading) => exportFolder(reading, context.caller, input, context)),
    ),
    exportAll: folders.exportAll.handler(({ context }) =>
      fromReplica(services, (reading) => exportAll(reading, context.caller, context)),
    ),
    getImport: folders.getImport.handler(({ context }) => getImport(services, context.caller)),
    check: folders.check.handler(({ context, input }) => checkFolders(services, context.caller, input)),
    import: folders.import.handler(({ context, input }) => startImport(services, context.caller, input)),
    discard: folders.discard.handler(({ context, input }) => discardImport(services, context.caller, input)),
  };
}
