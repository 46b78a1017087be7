import type { Plan } from '#contract/administration/plans';
import { m } from '#web/lib/messages.ts';
import { TierBadge, tierWord } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './plan-list.module.css';

interface PlanCardProps {
  plan: Plan;
  /** Whether plans are paid for, at the prices of Admin > Billing. */
  isSold: boolean;
  onDelete: () => void;
}

/** Name, price in dollars with two decimals, description, features and tier (spec section 2). */
export function PlanCard({ isSold, onDelete, plan }: PlanCardProps) {
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2>{plan.name}</h2>
        <TierBadge tier={plan.tier}>{tierWord(plan.tier)}</TierBadge>
      </div>
      <p className={classes.price}>
        ${plan.price} <span>{m.plans_per_month()}</span>
      </p>
      {plan.description && <p>{plan.description}</p>}
      <ul className={classes.features}>
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <LinkButton
          to="/admin/subscriptions/$id"
          params={{ id: plan.id }}
          variant="secondary"
          size="sm"
          aria-label={m.admin_course_edit_named({ title: plan.name })}
        >
          {m.admin_edit()}
        </LinkButton>
        {isSold && Number(plan.price) > 0 && (
          <LinkButton
            to="/admin/billing"
            search={{ tab: 'plans' }}
            variant="secondary"
            size="sm"
            aria-label={m.plans_admin_prices_named({ title: plan.name })}
          >
            {m.plans_admin_prices()}
          </LinkButton>
        )}
        <Button
          variant="danger"
          size="sm"
          onClick={onDelete}
          aria-label={m.admin_course_delete_named({ title: plan.name })}
        >
          {m.ui_delete()}
        </Button>
      </div>
    </li>
  );
}
