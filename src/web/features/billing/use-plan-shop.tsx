import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Plan } from '#contract/administration/plans';
import type { Interval } from '#domain/billing/facts';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { offersQuery, type SoldPrice, soldPrices } from '#web/lib/plan-price.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './buy-plan.module.css';
import { BuyPlan } from './buy-plan.tsx';
import { useCurrency, useOwnCurrency } from './currency-switch.tsx';
import { IntervalSwitch } from './interval-switch.tsx';
import { PROFILE } from './way-back.ts';

interface Shop {
  /** How plans are paid, in one line. */
  readonly lead: string;
  readonly above: ReactNode;
  readonly interval: Interval;
  readonly price: (plan: Plan) => ReactNode;
  readonly action: (plan: Plan) => ReactNode;
}

/** Prices and orders for the price list; undefined where nothing is sold. `from`: the page that a plan is wanted for. */
export function usePlanShop(from = PROFILE, first: Interval = 'month'): Shop | undefined {
  const api = useApi();
  const user = useUser();
  const site = siteInfo(useQueryClient());
  const { data } = useQuery({ ...offersQuery(api), enabled: site.sellsPlans === true });
  const [interval, setInterval] = useState<Interval>(first);
  const { currencySwitch, offers: cardOffers } = useCurrency(data?.offers ?? [], useOwnCurrency());
  const prices = soldPrices(site, data);
  if (!prices) return undefined;
  const offers: readonly SoldPrice[] = site.takesPayments ? cardOffers : prices;
  return {
    interval,
    lead: site.takesPayments ? m.plans_lead_sold() : m.plans_lead_transfer(),
    above: (
      <>
        <IntervalSwitch offers={offers} value={interval} onChange={setInterval} />
        {currencySwitch}
      </>
    ),
    price: (plan) => {
      const offer = offerOf(offers, plan, interval);
      if (!offer && Number(plan.price) > 0)
        return <span className={classes.per}>{m.billing_not_sold()}</span>;
      if (!offer) return formatMoney(0, offers[0]?.currency ?? 'usd');
      return (
        <>
          {formatMoney(offer.amount, offer.currency)}{' '}
          <span className={classes.per}>
            {offer.interval === 'year' ? m.billing_per_year() : m.billing_per_month()}
            {!user &&
              'trialDays' in offer &&
              offer.trialDays > 0 &&
              `, ${m.billing_trial_first({ days: offer.trialDays })}`}
          </span>
        </>
      );
    },
    action: (plan) => {
      if (Number(plan.price) === 0 || plan.tier === user?.subscriptionTier)
        return (
          <LinkButton to="/profile" search={{ tab: 'subscription' }} wide variant="secondary">
            {m.billing_manage()}
          </LinkButton>
        );
      if (site.takesPayments) return <BuyPlan offer={offerOf(cardOffers, plan, interval)} from={from} />;
      return offerOf(offers, plan, interval) && <TransferLink />;
    },
  };
}

/** What a plan costs for the period, or for another one where it isn't sold for that. */
function offerOf<Sold extends SoldPrice>(
  offers: readonly Sold[],
  plan: Plan,
  period: Interval,
): Sold | undefined {
  const own = offers.filter(({ planId }) => planId === plan.id);
  return own.find(({ interval }) => interval === period) ?? own[0];
}

/** The order stands in the own profile, with what is paid already. */
function TransferLink() {
  return (
    <LinkButton to="/profile" search={{ tab: 'subscription' }} hash="bank-transfer" wide>
      {m.bank_title()}
    </LinkButton>
  );
}
