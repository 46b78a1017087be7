import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';
import { offersQuery } from '#web/lib/plan-price.ts';
import { siteInfo } from '#web/lib/site-info.ts';

/** The plans with what they cost. */
export function plansQuery(api: Api) {
  return queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) => api.plans.list(undefined, { signal }),
  });
}

/** The courses that each tier adds, by name. */
export function tierCoursesQuery(api: Api) {
  return queryOptions({
    queryKey: ['plans', 'courses'],
    queryFn: ({ signal }) => api.plans.courses(undefined, { signal }),
  });
}

/** What the page of a closed course shows beside the course. */
export async function loadOffer(api: Api, queryClient: QueryClient): Promise<void> {
  await Promise.all([loadPrices(api, queryClient), queryClient.ensureQueryData(tierCoursesQuery(api))]);
}

/** What plans cost. */
export async function loadPrices(api: Api, queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(plansQuery(api)),
    siteInfo(queryClient).takesPayments && queryClient.ensureQueryData(offersQuery(api)),
  ]);
}
