import type { QueryClient } from '@tanstack/react-query';
import type { PublicBlock } from '#contract/administration/landing';
import { DEFAULT_LANDING } from '#domain/site/landing/default-landing';
import { plansQuery } from '#web/features/plans/queries.ts';
import { SHOWN_QUESTIONS } from '#web/features/site/blocks/shown-questions.ts';
import { faqJsonLd } from '#web/features/site/faq/faq-json-ld.ts';
import {
  faqQuery,
  featuredCoursesQuery,
  featuredLabQuery,
  landingQuery,
} from '#web/features/site/queries.ts';
import type { Api } from '#web/lib/api/api-client.ts';
import { offersQuery } from '#web/lib/plan-price.ts';
import { siteInfo } from '#web/lib/site-info.ts';

/**
 * What the blocks of the landing page show; apart, so that other pages never download it. Answers what search engines are
 * told of the questions that stand there.
 */
export async function loadLanding(api: Api, queryClient: QueryClient): Promise<{ jsonLd: object[] }> {
  const { ownLanding, sellsPlans } = siteInfo(queryClient);
  const query = landingQuery(api);
  // Of most schools it is known without asking.
  if (!ownLanding) queryClient.setQueryData(query.queryKey, [...DEFAULT_LANDING]);
  const blocks = await queryClient.ensureQueryData(query);
  const has = (kind: PublicBlock['kind']) => blocks.some((block) => block.kind === kind);
  const [faq] = await Promise.all([
    has('faq') && queryClient.ensureQueryData(faqQuery(api)),
    has('lab') && queryClient.ensureQueryData(featuredLabQuery(api)),
    has('pricing') && queryClient.ensureQueryData(plansQuery(api)),
    has('pricing') && sellsPlans && queryClient.ensureQueryData(offersQuery(api)),
    ...blocks.map(
      (block) =>
        block.kind === 'featured' && queryClient.ensureQueryData(featuredCoursesQuery(api, block.courses)),
    ),
  ]);
  return { jsonLd: faq && faq.length > 0 ? [faqJsonLd(faq.slice(0, SHOWN_QUESTIONS))] : [] };
}
