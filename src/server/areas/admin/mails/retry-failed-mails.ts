import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { notify } from '#server/db/notify';
import type { Caller, Services } from '#server/services';
import { requeueMails } from './failed-mail-sql.ts';

/** Queues failed emails again, all or those named; answers how many. Those whose words are gone stay failed. */
export async function retryFailedMails(
  { clock, db }: Services,
  caller: Caller,
  { ids }: { ids?: readonly string[] | undefined },
): Promise<{ count: number }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const count = await requeueMails(trx, { ids, now: clock.now() });
    if (count === 0) return { count };
    await recordAudit(trx, caller, { action: 'mail.retry', entity: 'mail', after: { count } });
    await notify(trx, 'mail');
    return { count };
  });
}
