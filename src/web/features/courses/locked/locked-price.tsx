import { useQuery } from '@tanstack/react-query';
import type { Tier } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { usePlanPrice } from '#web/lib/plan-price.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import classes from './locked-price.module.css';
import { plansQuery } from './offer-queries.ts';

/** On a locked card: that it is locked, the plan that opens it, and what that costs. */
export function LockedPrice({ tier }: { tier: Tier }) {
  const plan = useQuery(plansQuery(useApi())).data?.find((it) => it.tier === tier);
  const price = usePlanPrice();
  const cost = plan && price(plan);
  const name = useTierName()(tier);
  return (
    <p className={classes.locked}>
      <svg width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2" strokeWidth="1.5" strokeLinejoin="round" />
      </svg>
      {cost
        ? m.courses_locked_card({ plan: name, price: `${cost.amount} ${cost.per}` })
        : m.courses_locked_card_unsold({ plan: name })}
    </p>
  );
}
