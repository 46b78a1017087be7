import type { Plan } from '#contract/plans';
import { TIERS, type Tier, tierReaches } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { CheckIcon } from './check-icon.tsx';
import classes from './pricing-page.module.css';

const CONTENT: Record<Tier, () => string> = {
  free: m.plans_free_courses,
  basic: m.plans_basic_courses,
  premium: m.plans_premium_courses,
};

/** Which content each plan of this school opens, as the access rules decide it. */
export function PlanAccess({ plans }: { plans: readonly Plan[] }) {
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
              <th scope="row">{CONTENT[needed]()}</th>
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
