import type { Plan } from '#contract/administration/plans';
import type { Services } from '#server/services';
import { selectPlans } from './sql.ts';

/** All subscription plans, cheapest first. Open to everybody. */
export async function listPlans({ db }: Services): Promise<Plan[]> {
  return await selectPlans(db.kysely);
}
