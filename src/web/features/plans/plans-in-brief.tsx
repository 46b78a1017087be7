import type { Plan } from '#contract/administration/plans';
import { usePlanPrice } from '#web/lib/plan-price.ts';
import classes from './plans-in-brief.module.css';

/** Each plan on one line: name, what it is, price. */
export function PlansInBrief({ plans }: { plans: readonly Plan[] }) {
  const priceOf = usePlanPrice();
  return (
    <ul className={classes.list}>
      {plans.map((plan) => (
        <li key={plan.id} className={classes.plan}>
          <h3 className={classes.name}>{plan.name}</h3>
          <p className={classes.text}>{plan.description}</p>
          <div className={classes.cost}>
            <span className={classes.price}>{priceOf(plan)?.amount}</span>{' '}
            <span className={classes.per}>{priceOf(plan)?.per}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
