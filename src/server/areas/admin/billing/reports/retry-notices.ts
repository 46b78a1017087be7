import { canAdminister } from '#domain/access/can-administer';
import { FOLLOW_UP_CHORE } from '#domain/billing/compare-chores';
import { BILLING_CHANNEL } from '#server/areas/billing/billing-channel';
import { unparkCommands } from '#server/areas/billing/commands/command-sql';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { notify } from '#server/db/notify';
import type { Caller, Services } from '#server/services';
import { askForChore } from '../../health/health-sql.ts';
import { unparkNotices } from './health-sql.ts';

/** Tries the webhooks and the payment commands again that were given up, once what stopped them is fixed. */
export async function retryNotices({ clock, db }: Services, caller: Caller): Promise<{ retried: number }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const [notices, commands] = [
      await unparkNotices(trx, clock.now()),
      await unparkCommands(trx, clock.now()),
    ];
    const retried = notices + commands;
    await recordAudit(trx, caller, { action: 'billing.retry', entity: 'billing', after: { retried } });
    if (notices > 0) await notify(trx, BILLING_CHANNEL);
    if (commands > 0 && (await askForChore(trx, FOLLOW_UP_CHORE))) await notify(trx, 'chores');
    return { retried };
  });
}
