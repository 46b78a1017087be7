import { canAdminister } from '#domain/access/can-administer';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { deleteExport } from './exports-sql.ts';

/** Cancels one's own export, or deletes it with its file. Fails with EXPORT_NOT_FOUND. */
export async function removeExport(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ done: true }> {
  authorise(canAdminister(caller.viewer));
  const { userId } = signedIn(caller);
  await db.transaction(async (trx) => {
    if (!(await deleteExport(trx, id, userId))) throw new Failure('EXPORT_NOT_FOUND');
    await recordAudit(trx, caller, { action: 'export.delete', entity: 'export', entityId: id });
  });
  return { done: true };
}
