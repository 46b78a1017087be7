import type { ExportRequest, RequestedExport } from '#contract/administration/exports';
import { canAdminister } from '#domain/access/can-administer';
import { DIRECT_ROWS, MAX_EXPORTS } from '#domain/exports/limits';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { notify } from '#server/db/notify';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { insertExport, lockExports, selectOpen } from './exports-sql.ts';
import { fileOf } from './file-of.ts';
import { toExport } from './to-export.ts';

/**
 * Has a large file written in the background; null for one that is sent directly just as well. Asked for twice it is
 * written once. Fails with EXPORT_LIMIT, and with COURSE_NOT_FOUND.
 */
export async function requestExport(
  services: Services,
  caller: Caller,
  request: ExportRequest,
): Promise<{ export: RequestedExport | null }> {
  authorise(canAdminister(caller.viewer));
  const { userId } = signedIn(caller);
  const file = await fileOf(services, request);
  if ((await file.count(DIRECT_ROWS + 1)) <= DIRECT_ROWS) return { export: null };
  const total = await file.count();
  const row = await services.db.transaction(async (trx) => {
    const count = await lockExports(trx, userId);
    const open = await selectOpen(trx, userId, request);
    if (open) return open;
    if (count >= MAX_EXPORTS) throw new Failure('EXPORT_LIMIT');
    const inserted = await insertExport(trx, { userId, request, total, now: services.clock.now() });
    await recordAudit(trx, caller, file.audit);
    await notify(trx, 'export');
    return inserted;
  });
  return { export: toExport(row) };
}
