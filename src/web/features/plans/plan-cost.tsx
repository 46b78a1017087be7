import type { Plan } from '#contract/administration/plans';
import { formatPrice } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import type { PlanShop } from './plan-shop.ts';
import classes from './pricing-page.module.css';

/** What a plan costs, by the shop or by the price list. */
export function PlanCost({ plan, shop }: { plan: Plan; shop: PlanShop | undefined }) {
  return (
    shop?.price(plan) ?? (
      <>
        {formatPrice(plan.price)} <span className={classes.per}>{m.plans_per_month()}</span>
      </>
    )
  );
}
