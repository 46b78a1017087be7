import type { z } from 'zod';
import type { planForm } from '#contract/administration/plan-form';
import type { EditPlan } from '#contract/administration/plans';
import { canAdminister } from '#domain/access/can-administer';
import { isForSale } from '#server/areas/billing/prices/subscribers-sql';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { lockPlan } from './sql.ts';

type Input = z.output<typeof planForm> & { readonly id: string; readonly version: number };

/**
 * Saves a plan. Fails with VERSION_CONFLICT and the present plan when somebody else saved meanwhile, and with PLAN_SOLD when
 * its tier would change while it is for sale.
 */
export async function updatePlan(
  { clock, db }: Services,
  caller: Caller,
  { id, version, ...values }: Input,
): Promise<EditPlan> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const current = await lockPlan(trx, id);
    if (!current) throw new Failure('PLAN_NOT_FOUND');
    if (current.version !== version) throw new Failure('VERSION_CONFLICT', { data: { current } });
    if (current.tier !== values.tier && (await isForSale(trx, id))) throw new Failure('PLAN_SOLD');
    await trx
      .updateTable('subscription_plans')
      .set({ ...values, version: version + 1, updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, caller, {
      action: 'plan.update',
      entity: 'plan',
      entityId: id,
      before: current,
      after: values,
    });
    await touchContent(trx);
    return { id, ...values, version: version + 1 };
  });
}
