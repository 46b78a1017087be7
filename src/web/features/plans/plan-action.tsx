import { useQueryClient } from '@tanstack/react-query';
import type { Plan } from '#contract/administration/plans';
import { tierReaches } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ChoosePlan } from './choose-plan.tsx';
import type { PlanShop, PricingSearch } from './plan-shop.ts';
import classes from './pricing-page.module.css';

const REGISTER: string = '/register';

interface PlanActionProps {
  plan: Plan;
  search: PricingSearch;
  shop: PlanShop | undefined;
}

/** The one thing that can be done about a plan: sign up for it, order it, choose it, or ask for it. */
export function PlanAction({ plan, search, shop }: PlanActionProps) {
  const user = useUser();
  const { plansGiven } = siteInfo(useQueryClient());
  const isFree = Number(plan.price) === 0;
  const isCurrent = user?.subscriptionTier === plan.tier;
  // In a shop the way to the own subscription stays open: its interval can be changed there.
  if (isCurrent && (isFree || !shop)) {
    return (
      <Button wide variant="secondary" disabled>
        {m.plans_current()}
      </Button>
    );
  }
  if (plansGiven && !tierReaches(user?.subscriptionTier ?? 'free', plan.tier))
    return (
      <div className={classes.given}>
        <p>{m.plans_given()}</p>
        <LinkButton to="/contact" wide variant="secondary">
          {m.plans_given_contact()}
        </LinkButton>
      </div>
    );
  if (user) return shop ? shop.action(plan) : <ChoosePlan plan={plan} from={search.from} />;
  return (
    <LinkButton
      to={REGISTER}
      search={{ redirect: wantedPath(plan, search, shop) }}
      wide
      variant={isFree ? 'primary' : 'secondary'}
    >
      {isFree ? m.plans_start() : m.plans_choose()}
    </LinkButton>
  );
}

/** Where a new account is led: to the course that one came from, or back here to the order of the plan. */
function wantedPath({ id, price }: Plan, { from }: PricingSearch, shop: PlanShop | undefined): string {
  if (Number(price) === 0) return from ?? '/courses';
  const search = new URLSearchParams({
    ...(from && { from }),
    plan: id,
    ...(shop?.interval === 'year' && { interval: 'year' }),
  });
  return `/pricing?${search}`;
}
