import { canAdminister } from '#domain/access/can-administer';
import { hasSubscribers } from '#server/areas/billing/prices/subscribers-sql';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockPlan } from './sql.ts';

/** Deletes a plan from the price lists; nobody's tier changes by it. Fails with PLAN_IN_USE while somebody subscribes to it. */
export async function removePlan(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const before = await lockPlan(trx, id);
    if (!before) throw new Failure('PLAN_NOT_FOUND');
    if (await hasSubscribers(trx, id)) throw new Failure('PLAN_IN_USE');
    await trx.deleteFrom('subscription_plans').where('id', '=', id).execute();
    await recordAudit(trx, caller, { action: 'plan.delete', entity: 'plan', entityId: id, before });
    await touchContent(trx);
    return { id };
  });
}
