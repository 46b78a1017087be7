import type { ReactNode } from 'react';
import type { Plan, TierCourses } from '#contract/administration/plans';
import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { CheckIcon } from './check-icon.tsx';
import { ChosenPlan } from './chosen-plan.tsx';
import { PlanAccess } from './plan-access.tsx';
import { PlanAction } from './plan-action.tsx';
import { PlanCost } from './plan-cost.tsx';
import { PlanCourses } from './plan-courses.tsx';
import type { PlanShop, PricingSearch } from './plan-shop.ts';
import classes from './pricing-page.module.css';

interface PricingPageProps {
  shop?: PlanShop | undefined;
  plans: readonly Plan[];
  tiers: readonly TierCourses[];
  search: PricingSearch;
  /** What stands below the plans. */
  children?: ReactNode;
}

/** All plans side by side; who is signed in sees which is the own one. */
export function PricingPage({ children, plans, search, shop, tiers }: PricingPageProps) {
  const user = useUser();
  const chosen = user && plans.find(({ id, tier }) => id === search.plan && tier !== user.subscriptionTier);
  return (
    <Page>
      <PageHeader
        title={plans.length === 3 ? m.plans_heading() : m.plans_heading_any()}
        lead={shop ? shop.lead : m.plans_lead()}
      />
      {shop?.above}
      {chosen && <ChosenPlan plan={chosen} search={search} shop={shop} tiers={tiers} />}
      {plans.length === 0 ? (
        <EmptyState title={m.plans_empty()} text={m.plans_empty_text()} />
      ) : (
        <ul className={classes.plans}>
          {plans.map((plan) => (
            <PlanColumn key={plan.id} plan={plan} search={search} shop={shop} isChosen={plan === chosen} />
          ))}
        </ul>
      )}
      {plans.length > 0 && <PlanAccess plans={plans} />}
      {plans.length > 0 && <PlanCourses plans={plans} tiers={tiers} />}
      {children}
    </Page>
  );
}

interface PlanColumnProps {
  plan: Plan;
  search: PricingSearch;
  shop: PlanShop | undefined;
  /** Its order stands above. */
  isChosen: boolean;
}

function PlanColumn({ isChosen, plan, search, shop }: PlanColumnProps) {
  const user = useUser();
  const current = user?.subscriptionTier === plan.tier;
  return (
    <li className={classes.plan}>
      <h2 className={classes.name}>
        {plan.name}
        {current && <span className={classes.current}>{m.plans_current()}</span>}
        {isChosen && <span className={classes.current}>{m.plans_chosen()}</span>}
      </h2>
      <p className={classes.description}>{plan.description}</p>
      <p className={classes.price}>
        <PlanCost plan={plan} shop={shop} />
      </p>
      <ul className={classes.features}>
        {plan.features.map((feature) => (
          <li key={feature}>
            <CheckIcon />
            {feature}
          </li>
        ))}
      </ul>
      {!isChosen && <PlanAction plan={plan} search={search} shop={shop} />}
    </li>
  );
}
