import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

export function overviewQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'overview'],
    queryFn: ({ signal }) => api.billing.overview(undefined, { signal }),
  });
}

export function pricesQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'prices'],
    queryFn: ({ signal }) => api.billing.prices(undefined, { signal }),
  });
}

export function alarmsQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'alarms'],
    queryFn: ({ signal }) => api.billing.alarms(undefined, { signal }),
  });
}

export function paymentSettingsQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'payment-settings'],
    queryFn: ({ signal }) => api.settings.payments(undefined, { signal }),
    staleTime: 0,
  });
}

export function couponsQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'coupons'],
    queryFn: ({ signal }) => api.billing.coupons(undefined, { signal }),
  });
}

/** What is known of one person, and what follows from it. */
export function timelineQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['billing', 'timeline', id],
    queryFn: ({ signal }) => api.billing.timeline({ id }, { signal }),
  });
}

/** People whose name or address holds the words. */
export function peopleQuery(api: Api, q: string) {
  return queryOptions({
    queryKey: ['billing', 'people', q],
    queryFn: ({ signal }) => api.users.list({ q }, { signal }),
    enabled: q !== '',
  });
}

export type Overview = Awaited<ReturnType<Api['billing']['overview']>>;
export type Facts = Awaited<ReturnType<Api['billing']['timeline']>>['facts'];
