import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { paymentsOf } from '../payments-of.ts';
import { updateTrialDays } from '../prices/price-sql.ts';

/** Sets with how many free days a plan begins; trials that run stay as they are. Fails with PLAN_NOT_FOUND. */
export async function setTrial(
  services: Services,
  caller: Caller,
  { days, planId }: { planId: string; days: number },
): Promise<{ done: true }> {
  authorise(canAdminister(caller.viewer));
  paymentsOf(services);
  await services.db.transaction(async (trx) => {
    const before = await updateTrialDays(trx, planId, days);
    if (before === undefined) throw new Failure('PLAN_NOT_FOUND');
    if (before === days) return;
    await recordAudit(trx, caller, {
      action: 'billing.set-trial',
      entity: 'plan',
      entityId: planId,
      before: { trialDays: before },
      after: { trialDays: days },
    });
  });
  return { done: true };
}
