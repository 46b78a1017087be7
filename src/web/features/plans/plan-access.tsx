import type { Plan } from '#contract/administration/plans';
import { TIERS, tierReaches } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { CheckIcon } from './check-icon.tsx';
import classes from './pricing-page.module.css';

/** Which content each plan of this school opens, as the access rules decide it. */
export function PlanAccess({ plans }: { plans: readonly Plan[] }) {
  const tierName = useTierName();
  return (
    <section>
      <h2 className={classes.subtitle}>{m.plans_opens()}</h2>
      <table className={classes.opens}>
        <thead>
          <tr>
            <th scope="col">{m.plans_opens_content()}</th>
            {plans.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TIERS.map((needed) => (
            <tr key={needed}>
              <th scope="row">{m.plans_tier_courses({ tier: tierName(needed) })}</th>
              {plans.map(({ id, tier }) => (
                <td key={id}>
                  <Mark included={tierReaches(tier, needed)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Mark({ included }: { included: boolean }) {
  return (
    <>
      {included ? (
        <CheckIcon />
      ) : (
        <span className={classes.none} aria-hidden="true">
          –
        </span>
      )}
      <span className="sr-only">{included ? m.plans_included() : m.plans_not_included()}</span>
    </>
  );
}
