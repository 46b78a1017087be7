import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/accounts/accounts';
import type { Plan } from '#contract/administration/plans';
import { type Tier, tierReaches } from '#domain/tiers';
import { formatPrice } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useChooseTier } from '#web/ui/use-choose-tier.ts';
import { plansQuery } from '../queries.ts';
import classes from './profile.module.css';

const OFFERED: readonly Tier[] = ['free', 'premium'];

/** The current plan, and the free and premium cards of the specification, read from the plans table. */
export function ProfileSubscription({ user }: { user: User }) {
  const api = useApi();
  const choose = useChooseTier({
    done: (tier) => ({ title: m.profile_tier_changed(), description: m.profile_tier_changed_text({ tier }) }),
    failed: () => ({ title: m.profile_error(), description: m.profile_tier_failed() }),
  });
  const { plansGiven = false } = siteInfo(useQueryClient());
  const [busy, setBusy] = useState(false);
  const plans = useQuery(plansQuery(api)).data;
  // What stands below the cards comes with them, so that nothing moves.
  if (!plans) return <CurrentPlan tier={user.subscriptionTier} />;
  const submit = async (tier: Tier) => {
    setBusy(true);
    await choose(tier);
    setBusy(false);
  };
  return (
    <>
      <CurrentPlan tier={user.subscriptionTier} />
      <div className={classes.plans}>
        {plans
          .filter(({ tier }) => OFFERED.includes(tier))
          .map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              isCurrent={plan.tier === user.subscriptionTier}
              isGiven={plansGiven && !tierReaches(user.subscriptionTier, plan.tier)}
              busy={busy}
              onChoose={submit}
            />
          ))}
      </div>
      <p>
        <TextLink to="/pricing">{m.profile_compare()}</TextLink>
      </p>
    </>
  );
}

function CurrentPlan({ tier }: { tier: Tier }) {
  return (
    <p className={classes.current}>
      {m.profile_current_plan()} <TierBadge tier={tier} />
    </p>
  );
}

interface PlanCardProps {
  plan: Plan;
  isCurrent: boolean;
  /** Higher than the own one, and the school's to assign. */
  isGiven: boolean;
  busy: boolean;
  onChoose: (tier: Tier) => void;
}

function PlanCard({ busy, isCurrent, isGiven, onChoose, plan }: PlanCardProps) {
  const label = plan.tier === 'premium' ? m.profile_upgrade() : m.profile_downgrade();
  return (
    <section className={classes.plan} data-current={isCurrent || undefined} aria-label={plan.name}>
      <h2>{plan.name}</h2>
      <p className={classes.price}>
        {formatPrice(plan.price)} <small>{m.profile_a_month()}</small>
      </p>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <Button
        variant={plan.tier === 'premium' ? 'primary' : 'secondary'}
        wide
        busy={busy}
        disabled={isCurrent || isGiven}
        onClick={() => onChoose(plan.tier)}
      >
        {isCurrent ? m.profile_plan_is_current() : label}
      </Button>
      {isGiven && (
        <p className={classes.given}>
          {m.plans_given()} <TextLink to="/contact">{m.plans_given_contact()}</TextLink>
        </p>
      )}
    </section>
  );
}
