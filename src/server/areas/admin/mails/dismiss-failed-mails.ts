import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { deleteFailedMails } from './failed-mail-sql.ts';

/** Removes failed emails for good, all or those named; answers how many. */
export async function dismissFailedMails(
  { db }: Services,
  caller: Caller,
  { ids }: { ids?: readonly string[] | undefined },
): Promise<{ count: number }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const count = await deleteFailedMails(trx, ids);
    if (count > 0)
      await recordAudit(trx, caller, { action: 'mail.dismiss', entity: 'mail', after: { count } });
    return { count };
  });
}
