import type { QueryClient } from '@tanstack/react-query';
import { plansQuery } from '#web/features/plans/queries.ts';
import { tierCoursesQuery } from '#web/features/plans/tier-courses-query.ts';
import type { Api } from '#web/lib/api/api-client.ts';
import { offersQuery } from '#web/lib/plan-price.ts';
import { siteInfo } from '#web/lib/site-info.ts';

/** What the price list shows; apart, so that other pages never download it. */
export async function loadPricing(api: Api, queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(plansQuery(api)),
    queryClient.ensureQueryData(tierCoursesQuery(api)),
    siteInfo(queryClient).takesPayments && queryClient.ensureQueryData(offersQuery(api)),
  ]);
}
