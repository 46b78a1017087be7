import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { fromCursor } from '#server/cursor';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { deleteFailedMails } from './failed-mail-sql.ts';

/** Removes failed emails for good, all, those named, or those that had failed by a moment; answers how many. */
export async function dismissFailedMails(
  { db }: Services,
  caller: Caller,
  { ids, until }: { ids?: readonly string[] | undefined; until?: string | undefined },
): Promise<{ count: number }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const count = await deleteFailedMails(trx, {
      ids,
      until: until === undefined ? null : fromCursor(until),
    });
    if (count > 0)
      await recordAudit(trx, caller, { action: 'mail.dismiss', entity: 'mail', after: { count } });
    return { count };
  });
}
