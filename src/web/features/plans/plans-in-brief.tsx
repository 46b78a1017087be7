import type { Plan } from '#contract/administration/plans';
import { formatPrice } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import classes from './plans-in-brief.module.css';

/** Each plan on one line: name, what it is, price. */
export function PlansInBrief({ plans }: { plans: readonly Plan[] }) {
  return (
    <ul className={classes.list}>
      {plans.map(({ id, name, description, price }) => (
        <li key={id} className={classes.plan}>
          <h3 className={classes.name}>{name}</h3>
          <p className={classes.text}>{description}</p>
          <div className={classes.cost}>
            <span className={classes.price}>{formatPrice(price)}</span>{' '}
            <span className={classes.per}>{m.plans_per_month()}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
