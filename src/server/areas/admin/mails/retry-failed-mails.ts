import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { notify } from '#server/db/notify';
import type { Caller, Services } from '#server/services';
import { requeueMails } from './failed-mail-sql.ts';
import { deleteBounces } from './suppressions/suppression-sql.ts';

/**
 * Queues failed emails again, all or those named; answers how many. Those whose words are gone stay failed. Their addresses are
 * tried again even where they bounced: a notice to one that is suppressed would be dropped instead.
 */
export async function retryFailedMails(
  { clock, db }: Services,
  caller: Caller,
  { ids }: { ids?: readonly string[] | undefined },
): Promise<{ count: number }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const recipients = await requeueMails(trx, { ids, now: clock.now() });
    const count = recipients.length;
    if (count === 0) return { count };
    await recordAudit(trx, caller, { action: 'mail.retry', entity: 'mail', after: { count } });
    const allowed = await deleteBounces(trx, recipients);
    if (allowed > 0)
      await recordAudit(trx, caller, { action: 'mail.allow', entity: 'mail', after: { count: allowed } });
    await notify(trx, 'mail');
    return { count };
  });
}
