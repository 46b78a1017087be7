import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Plan } from '#contract/administration/plans';
import type { Interval } from '#domain/billing/facts';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { offersQuery } from '#web/lib/plan-price.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './buy-plan.module.css';
import { BuyPlan } from './buy-plan.tsx';
import { useCurrency } from './currency-switch.tsx';
import { IntervalSwitch } from './interval-switch.tsx';
import { PROFILE } from './way-back.ts';

interface Shop {
  readonly above: ReactNode;
  readonly interval: Interval;
  readonly price: (plan: Plan) => ReactNode;
  readonly action: (plan: Plan) => ReactNode;
}

/** Prices and orders for the price list; undefined where nothing is sold. `from`: the page that a plan is wanted for. */
export function usePlanShop(from = PROFILE, first: Interval = 'month'): Shop | undefined {
  const api = useApi();
  const user = useUser();
  const { takesPayments } = siteInfo(useQueryClient());
  const { data } = useQuery({ ...offersQuery(api), enabled: takesPayments === true });
  const [interval, setInterval] = useState<Interval>(first);
  const { currencySwitch, offers } = useCurrency(data?.offers ?? []);
  if (!takesPayments) return undefined;
  const offerOf = (plan: Plan) =>
    offers.find((offer) => offer.planId === plan.id && offer.interval === interval) ??
    offers.find((offer) => offer.planId === plan.id);
  return {
    interval,
    above: (
      <>
        <IntervalSwitch offers={offers} value={interval} onChange={setInterval} />
        {currencySwitch}
      </>
    ),
    price: (plan) => {
      const offer = offerOf(plan);
      if (!offer && Number(plan.price) > 0)
        return <span className={classes.per}>{m.billing_not_sold()}</span>;
      if (!offer) return formatMoney(0, offers[0]?.currency ?? 'usd');
      return (
        <>
          {formatMoney(offer.amount, offer.currency)}{' '}
          <span className={classes.per}>
            {offer.interval === 'year' ? m.billing_per_year() : m.billing_per_month()}
            {!user && offer.trialDays > 0 && `, ${m.billing_trial_first({ days: offer.trialDays })}`}
          </span>
        </>
      );
    },
    action: (plan) =>
      Number(plan.price) === 0 || plan.tier === user?.subscriptionTier ? (
        <LinkButton to="/profile" search={{ tab: 'subscription' }} wide variant="secondary">
          {m.billing_manage()}
        </LinkButton>
      ) : (
        <BuyPlan offer={offerOf(plan)} from={from} />
      ),
  };
}
