import { m } from '#web/lib/messages.ts';
import { TierBadge, tierWord } from '#web/ui/badges/tier-badge.tsx';
import classes from './plan-list.module.css';
import type { PlanValues } from './plan-values.ts';

/** The plan as the price list will show it, while it is typed. */
export function PlanPreview({ values }: { values: PlanValues }) {
  const price = Number(values.price);
  return (
    <aside className={classes.preview} aria-label={m.plans_admin_preview()}>
      <p aria-hidden="true">{m.plans_admin_preview()}</p>
      <div className={classes.card}>
        <div className={classes.head}>
          <h2>{values.name.trim() || m.plans_admin_unnamed()}</h2>
          <TierBadge tier={values.tier}>{tierWord(values.tier)}</TierBadge>
        </div>
        <p className={classes.price}>
          ${Number.isFinite(price) ? Math.max(0, price).toFixed(2) : '0.00'}{' '}
          <span>{m.plans_per_month()}</span>
        </p>
        {values.description && <p>{values.description}</p>}
        {values.features.length > 0 && (
          <ul className={classes.features}>
            {values.features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        )}
      </div>
    </aside>
  );
}
