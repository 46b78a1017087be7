import type { EditPlan } from '#contract/administration/plans';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectPlan } from './sql.ts';

/** A plan as its form needs it. Fails with PLAN_NOT_FOUND. */
export async function getPlan({ db }: Services, caller: Caller, { id }: { id: string }): Promise<EditPlan> {
  authorise(canAdminister(caller.viewer));
  const plan = await selectPlan(db.kysely, id);
  if (!plan) throw new Failure('PLAN_NOT_FOUND');
  return plan;
}
