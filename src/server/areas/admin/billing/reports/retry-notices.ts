import { canAdminister } from '#domain/access/can-administer';
import { BILLING_CHANNEL } from '#server/areas/billing/billing-channel';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { notify } from '#server/db/notify';
import type { Caller, Services } from '#server/services';
import { unparkNotices } from './health-sql.ts';

/** Tries the webhooks again that were given up, once what stopped them is fixed. */
export async function retryNotices({ clock, db }: Services, caller: Caller): Promise<{ retried: number }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const retried = await unparkNotices(trx, clock.now());
    await recordAudit(trx, caller, { action: 'billing.retry', entity: 'billing', after: { retried } });
    if (retried > 0) await notify(trx, BILLING_CHANNEL);
    return { retried };
  });
}
