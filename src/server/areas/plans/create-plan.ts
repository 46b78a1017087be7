import type { z } from 'zod';
import type { planForm } from '#contract/administration/plan-form';
import type { EditPlan } from '#contract/administration/plans';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import type { Caller, Services } from '#server/services';

/** Adds a subscription plan; it shows on every price list at once. */
export async function createPlan(
  { db }: Services,
  caller: Caller,
  values: z.output<typeof planForm>,
): Promise<EditPlan> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const { id } = await trx
      .insertInto('subscription_plans')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordAudit(trx, caller, { action: 'plan.create', entity: 'plan', entityId: id, after: values });
    await touchContent(trx);
    return { id, ...values, version: 1 };
  });
}
