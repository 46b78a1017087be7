import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { notify } from '#server/db/notify';
import type { Caller, Services } from '#server/services';
import { requeueMails, selectNewestFailure } from './failed-mail-sql.ts';
import { deleteBounces } from './suppressions/suppression-sql.ts';

/** So many at once: whose bounce is lifted is held until the end, and exams wait for that. */
const BATCH = 500;

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
  const until = await selectNewestFailure(db.kysely);
  let count = 0;
  for (let done = BATCH; until !== null && done === BATCH; count += done)
    done = await db.transaction(async (trx) => {
      const recipients = await requeueMails(trx, { ids, until, limit: BATCH, now: clock.now() });
      if (recipients.length === 0) return 0;
      const audit = { action: 'mail.retry', entity: 'mail', after: { count: recipients.length } } as const;
      await recordAudit(trx, caller, audit);
      const allowed = await deleteBounces(trx, recipients);
      if (allowed > 0)
        await recordAudit(trx, caller, { action: 'mail.allow', entity: 'mail', after: { count: allowed } });
      await notify(trx, 'mail');
      return recipients.length;
    });
  return { count };
}
