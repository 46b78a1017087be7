import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { deleteSuppression } from './suppression-sql.ts';

/** Sends all mails to an address again; answers how many were freed. */
export async function removeSuppression(
  { db }: Services,
  caller: Caller,
  { id }: { readonly id: string },
): Promise<{ count: number }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const count = await deleteSuppression(trx, id);
    if (count > 0)
      await recordAudit(trx, caller, {
        action: 'mail.allow',
        entity: 'mail',
        entityId: id,
        after: { count },
      });
    return { count };
  });
}
