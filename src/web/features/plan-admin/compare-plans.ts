import { m } from '#web/lib/messages.ts';
import { tierWord } from '#web/ui/badges/tier-badge.tsx';
import { differenceOf, type Fields } from '#web/ui/layout/difference.ts';
import type { Difference } from '#web/ui/layout/difference-table.tsx';
import type { PlanValues } from './plan-values.ts';

const FIELDS: Fields<PlanValues> = {
  name: [m.plans_admin_name],
  tier: [m.plans_admin_tier, tierWord],
  price: [m.plans_admin_price],
  description: [m.plans_admin_description],
  features: [m.plans_admin_features, (features) => features.join('\n')],
};

/** What differs between two versions of a plan, field by field. */
export function comparePlans(mine: PlanValues, theirs: PlanValues): Difference[] {
  return differenceOf(FIELDS, mine, theirs);
}
