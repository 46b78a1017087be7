import type { QueryClient } from '@tanstack/react-query';
import { plansQuery } from '#web/features/plans/queries.ts';
import { tierCoursesQuery } from '#web/features/plans/tier-courses-query.ts';
import { faqJsonLd } from '#web/features/site/faq/faq-json-ld.ts';
import { faqQuery } from '#web/features/site/queries.ts';
import type { Api } from '#web/lib/api/api-client.ts';
import { offersQuery } from '#web/lib/plan-price.ts';
import { siteInfo } from '#web/lib/site-info.ts';

/**
 * What the price list shows; apart, so that other pages never download it. Answers what search engines read of the
 * questions that stand there.
 */
export async function loadPricing(api: Api, queryClient: QueryClient): Promise<{ jsonLd: object[] }> {
  const [faq] = await Promise.all([
    queryClient.ensureQueryData(faqQuery(api)),
    queryClient.ensureQueryData(plansQuery(api)),
    queryClient.ensureQueryData(tierCoursesQuery(api)),
    siteInfo(queryClient).sellsPlans && queryClient.ensureQueryData(offersQuery(api)),
  ]);
  const shown = faq.filter(({ pricing }) => pricing);
  return { jsonLd: shown.length > 0 ? [faqJsonLd(shown)] : [] };
}
