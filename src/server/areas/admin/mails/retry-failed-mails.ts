import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Cursor } from '#server/cursor';
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
  services: Services,
  caller: Caller,
  { ids }: { ids?: readonly string[] | undefined },
): Promise<{ count: number }> {
  authorise(canAdminister(caller.viewer));
  const until = await selectNewestFailure(services.db.kysely);
  if (until === null) return { count: 0 };
  let count = 0;
  for (let after: Cursor | null | undefined = null; after !== undefined; ) {
    const queued: readonly Cursor[] = await retryNext(services, caller, { after, ids, until });
    count += queued.length;
    after = queued.length === BATCH ? queued.at(-1) : undefined;
  }
  return { count };
}

async function retryNext(
  { clock, db }: Services,
  caller: Caller,
  which: { after: Cursor | null; ids: readonly string[] | undefined; until: string },
): Promise<readonly Cursor[]> {
  return db.transaction(async (trx) => {
    const mails = await requeueMails(trx, { ...which, limit: BATCH, now: clock.now() });
    if (mails.length === 0) return mails;
    const audit = { action: 'mail.retry', entity: 'mail', after: { count: mails.length } } as const;
    await recordAudit(trx, caller, audit);
    const recipients = mails.map(({ recipient }) => recipient);
    const allowed = await deleteBounces(trx, recipients);
    if (allowed > 0)
      await recordAudit(trx, caller, { action: 'mail.allow', entity: 'mail', after: { count: allowed } });
    await notify(trx, 'mail');
    return mails;
  });
}
