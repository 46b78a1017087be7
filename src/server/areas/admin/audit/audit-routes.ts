import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { exportAudit } from './export-audit.ts';
import { getAuditEntry } from './get-audit-entry.ts';
import { listAudit } from './list-audit.ts';
import { listAuditKinds } from './list-audit-kinds.ts';

export function auditRoutes({ audit }: Implementer, services: Services): RoutesOf<'audit'> {
  return {
    list: audit.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listAudit(reading, context.caller, input)),
    ),
    export: audit.export.handler(({ context, input }) =>
      fromReplica(services, (reading) => exportAudit(reading, context.caller, input, context)),
    ),
    kinds: audit.kinds.handler(({ context }) =>
      fromReplica(services, (reading) => listAuditKinds(reading, context.caller)),
    ),
    get: audit.get.handler(({ context, input }) => getAuditEntry(services, context.caller, input)),
  };
}
