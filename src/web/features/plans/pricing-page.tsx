import type { ReactNode } from 'react';
import type { Plan, TierCourses } from '#contract/administration/plans';
import { formatPrice } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { CheckIcon } from './check-icon.tsx';
import { ChoosePlan } from './choose-plan.tsx';
import { PlanAccess } from './plan-access.tsx';
import { PlanCourses } from './plan-courses.tsx';
import classes from './pricing-page.module.css';

const REGISTER: string = '/register';

export interface PricingSearch {
  /** The page that one wants a plan for; one is led back there. */
  from?: string;
}

/** What a shop that takes payments says and does in the place of the price list's own words. */
export interface PlanShop {
  /** What stands above the plans. */
  readonly above: ReactNode;
  readonly price: (plan: Plan) => ReactNode;
  readonly action: (plan: Plan) => ReactNode;
}

interface PricingPageProps {
  shop?: PlanShop | undefined;
  plans: readonly Plan[];
  tiers: readonly TierCourses[];
  search: PricingSearch;
}

/** All plans side by side; who is signed in sees which is the own one. */
export function PricingPage({ plans, search, shop, tiers }: PricingPageProps) {
  return (
    <Page>
      <PageHeader
        title={plans.length === 3 ? m.plans_heading() : m.plans_heading_any()}
        lead={shop ? m.plans_lead_sold() : m.plans_lead()}
      />
      {shop?.above}
      {plans.length === 0 ? (
        <EmptyState title={m.plans_empty()} text={m.plans_empty_text()} />
      ) : (
        <ul className={classes.plans}>
          {plans.map((plan) => (
            <PlanColumn key={plan.id} plan={plan} search={search} shop={shop} />
          ))}
        </ul>
      )}
      {plans.length > 0 && <PlanAccess plans={plans} />}
      {plans.length > 0 && <PlanCourses plans={plans} tiers={tiers} />}
    </Page>
  );
}

interface PlanColumnProps {
  plan: Plan;
  search: PricingSearch;
  shop: PlanShop | undefined;
}

function PlanColumn({ plan, search, shop }: PlanColumnProps) {
  const user = useUser();
  const current = user?.subscriptionTier === plan.tier;
  return (
    <li className={classes.plan}>
      <h2 className={classes.name}>
        {plan.name}
        {current && <span className={classes.current}>{m.plans_current()}</span>}
      </h2>
      <p className={classes.description}>{plan.description}</p>
      <p className={classes.price}>
        {shop?.price(plan) ?? (
          <>
            {formatPrice(plan.price)} <span className={classes.per}>{m.plans_per_month()}</span>
          </>
        )}
      </p>
      <ul className={classes.features}>
        {plan.features.map((feature) => (
          <li key={feature}>
            <CheckIcon />
            {feature}
          </li>
        ))}
      </ul>
      <PlanAction plan={plan} current={current} signedIn={user !== null} search={search} shop={shop} />
    </li>
  );
}

interface PlanActionProps {
  plan: Plan;
  current: boolean;
  signedIn: boolean;
  search: PricingSearch;
  shop: PlanShop | undefined;
}

function PlanAction({ current, plan, search, shop, signedIn }: PlanActionProps) {
  const free = Number(plan.price) === 0;
  // In a shop the way to the own subscription stays open: its interval can be changed there.
  if (current && (free || !shop)) {
    return (
      <Button wide variant="secondary" disabled>
        {m.plans_current()}
      </Button>
    );
  }
  if (signedIn) return shop ? shop.action(plan) : <ChoosePlan plan={plan} />;
  return (
    <LinkButton
      to={REGISTER}
      search={{ redirect: wantedPath(plan, search) }}
      wide
      variant={free ? 'primary' : 'secondary'}
    >
      {free ? m.plans_start() : m.plans_choose()}
    </LinkButton>
  );
}

/** Where a new account is led: to the course that one came from, or back here to the plan. */
function wantedPath({ price }: Plan, { from }: PricingSearch): string {
  if (Number(price) === 0) return from ?? '/courses';
  return from ? `/pricing?from=${encodeURIComponent(from)}` : '/pricing';
}
