import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Plan } from '#contract/administration/plans';
import type { TransferOffer } from '#contract/bank-transfers';
import type { Offer, Offers } from '#contract/offers';
import type { Api } from './api/api-client.ts';
import { formatPrice } from './format.ts';
import { m } from './messages.ts';
import { formatMoney } from './money.ts';
import { useApi } from './session/session.ts';
import { type SiteInfo, siteInfo } from './site-info.ts';

/** What plans can be bought at. */
export function offersQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'offers'],
    queryFn: ({ signal }) => api.billing.offers(undefined, { signal }),
  });
}

/** A price that a plan is sold at, by card or by bank transfer. */
export type SoldPrice = TransferOffer | Offer;

/** The prices that plans are sold at, once they are loaded; null: the school sells no plans. */
export function soldPrices(
  { sellsPlans, takesPayments }: Pick<SiteInfo, 'sellsPlans' | 'takesPayments'>,
  loaded: Offers | undefined,
): readonly SoldPrice[] | null {
  if (!sellsPlans) return null;
  return (takesPayments ? loaded?.offers : loaded?.transfers) ?? [];
}

export interface PlanPrice {
  /** "€19.99". */
  readonly amount: string;
  /** "per month"; empty where nothing is paid. */
  readonly per: string;
}

/** What a plan costs, as it will be charged: the monthly price where there is one. Null: it is not sold. */
export function usePlanPrice(): (plan: Plan) => PlanPrice | null {
  const api = useApi();
  const site = siteInfo(useQueryClient());
  const offers = soldPrices(site, useQuery({ ...offersQuery(api), enabled: site.sellsPlans === true }).data);
  if (!offers) return ({ price }) => ({ amount: formatPrice(price), per: m.plans_per_month() });
  return ({ id, price }) => {
    if (Number(price) === 0) return { amount: formatMoney(0, offers[0]?.currency ?? 'usd'), per: '' };
    const own = offers.filter(({ planId }) => planId === id);
    const offer = own.find(({ interval }) => interval === 'month') ?? own[0];
    if (!offer) return null;
    const per = offer.interval === 'year' ? m.billing_per_year() : m.billing_per_month();
    return { amount: formatMoney(offer.amount, offer.currency), per };
  };
}
