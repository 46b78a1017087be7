import type { QueryClient } from '@tanstack/react-query';
import type { FaqItem } from '#contract/site';
import { plansQuery } from '#web/features/plans/queries.ts';
import { tierCoursesQuery } from '#web/features/plans/tier-courses-query.ts';
import { faqQuery } from '#web/features/site/queries.ts';
import type { Api } from '#web/lib/api/api-client.ts';
import { offersQuery } from '#web/lib/plan-price.ts';
import { siteInfo } from '#web/lib/site-info.ts';

/** What the price list shows; apart, so that other pages never download it. Answers the questions that stand there. */
export async function loadPricing(api: Api, queryClient: QueryClient): Promise<FaqItem[]> {
  const [faq] = await Promise.all([
    queryClient.ensureQueryData(faqQuery(api)),
    queryClient.ensureQueryData(plansQuery(api)),
    queryClient.ensureQueryData(tierCoursesQuery(api)),
    siteInfo(queryClient).takesPayments && queryClient.ensureQueryData(offersQuery(api)),
  ]);
  return faq.filter(({ pricing }) => pricing);
}
