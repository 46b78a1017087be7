import { canAdminister } from '#domain/access/can-administer';
import { COMPARE_ALL_CHORE } from '#domain/billing/compare-chores';
import { paymentsOf } from '#server/areas/billing/payments-of';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { notify } from '#server/db/notify';
import type { Caller, Services } from '#server/services';
import { askForChore } from '../health/health-sql.ts';

/** Has a worker compare all customers with the provider; asked while it does, it does so once more. Fails with PAYMENTS_OFF. */
export async function askForComparison(services: Services, caller: Caller): Promise<{ asked: true }> {
  authorise(canAdminister(caller.viewer));
  paymentsOf(services);
  await services.db.transaction(async (trx) => {
    // Where no process did it yet it isn't known, and is due by itself.
    await askForChore(trx, COMPARE_ALL_CHORE);
    await recordAudit(trx, caller, { action: 'billing.reconcile', entity: 'billing' });
    await notify(trx, 'chores');
  });
  return { asked: true };
}
