import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Plan } from '#contract/administration/plans';
import type { Api } from './api/api-client.ts';
import { formatPrice } from './format.ts';
import { m } from './messages.ts';
import { formatMoney } from './money.ts';
import { useApi } from './session/session.ts';
import { siteInfo } from './site-info.ts';

/** What plans can be bought at. */
export function offersQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'offers'],
    queryFn: ({ signal }) => api.billing.offers(undefined, { signal }),
  });
}

export interface PlanPrice {
  /** "€19.99". */
  readonly amount: string;
  /** "per month"; empty where nothing is paid. */
  readonly per: string;
}

/** What a plan costs, as checkout will charge it: the monthly price where there is one. Null: it is not sold. */
export function usePlanPrice(): (plan: Plan) => PlanPrice | null {
  const api = useApi();
  const { takesPayments = false } = siteInfo(useQueryClient());
  const offers = useQuery({ ...offersQuery(api), enabled: takesPayments }).data?.offers ?? [];
  if (!takesPayments) return ({ price }) => ({ amount: formatPrice(price), per: m.plans_per_month() });
  return ({ id, price }) => {
    if (Number(price) === 0) return { amount: formatMoney(0, offers[0]?.currency ?? 'usd'), per: '' };
    const own = offers.filter(({ planId }) => planId === id);
    const offer = own.find(({ interval }) => interval === 'month') ?? own[0];
    if (!offer) return null;
    const per = offer.interval === 'year' ? m.billing_per_year() : m.billing_per_month();
    return { amount: formatMoney(offer.amount, offer.currency), per };
  };
}
