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

/** Recurring revenue of the last months. */
export function revenueQuery(api: Api, months: number) {
  return queryOptions({
    queryKey: ['billing', 'revenue', months],
    queryFn: ({ signal }) => api.billingReports.revenue({ months }, { signal }),
  });
}

export function disputesQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'disputes'],
    queryFn: ({ signal }) => api.billingReports.disputes(undefined, { signal }),
  });
}

export function refundsQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'refunds'],
    queryFn: ({ signal }) => api.billingReports.refunds(undefined, { signal }),
  });
}

export function giftsQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'gifts'],
    queryFn: ({ signal }) => api.billingReports.gifts(undefined, { signal }),
  });
}

export function healthQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'health'],
    queryFn: ({ signal }) => api.billingReports.health(undefined, { signal }),
  });
}

/** How payments are set up; the provider is asked each time. */
export function setupQuery(api: Api) {
  return queryOptions({
    queryKey: ['billing', 'setup'],
    queryFn: ({ signal }) => api.billingReports.setup(undefined, { signal }),
  });
}

export type Overview = Awaited<ReturnType<Api['billing']['overview']>>;
export type Facts = Awaited<ReturnType<Api['billing']['timeline']>>['facts'];
export type Health = Awaited<ReturnType<Api['billingReports']['health']>>;
export type Setup = Awaited<ReturnType<Api['billingReports']['setup']>>;
