import type { Plan, TierCourses } from '#contract/administration/plans';
import { tierReaches } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import classes from './chosen-plan.module.css';
import { PlanAction } from './plan-action.tsx';
import { PlanCost } from './plan-cost.tsx';
import type { PlanShop, PricingSearch } from './plan-shop.ts';

interface ChosenPlanProps {
  plan: Plan;
  search: PricingSearch;
  shop: PlanShop | undefined;
  tiers: readonly TierCourses[];
}

/** The order of the plan that somebody chose before they signed in: its price, what it opens, and the last click. */
export function ChosenPlan({ plan, search, shop, tiers }: ChosenPlanProps) {
  const count = tiers
    .filter(({ tier }) => tierReaches(plan.tier, tier))
    .reduce((sum, { total }) => sum + total, 0);
  return (
    <section className={classes.order} aria-labelledby="chosen-plan">
      <div>
        <p className={classes.kicker}>{m.plans_chosen()}</p>
        <h2 id="chosen-plan" className={classes.name}>
          {plan.name}
        </h2>
        <p className={classes.text}>{m.plans_chosen_opens({ count })}</p>
      </div>
      <div className={classes.buy}>
        <p className={classes.price}>
          <PlanCost plan={plan} shop={shop} />
        </p>
        <PlanAction plan={plan} search={search} shop={shop} />
      </div>
    </section>
  );
}
