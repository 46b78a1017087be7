import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { usePlanShop } from '#web/features/billing/use-plan-shop.tsx';
import type { PricingSearch } from '#web/features/plans/plan-shop.ts';
import { PricingPage } from '#web/features/plans/pricing-page.tsx';
import { plansQuery } from '#web/features/plans/queries.ts';
import { tierCoursesQuery } from '#web/features/plans/tier-courses-query.ts';
import { PricingQuestions } from '#web/features/site/faq/pricing-questions.tsx';
import { faqQuery } from '#web/features/site/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useApi } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/pricing')({
  validateSearch: ({ from, interval, plan }: Record<string, unknown>): PricingSearch => ({
    ...(typeof from === 'string' && { from }),
    ...(typeof plan === 'string' && { plan }),
    ...(interval === 'year' && { interval }),
  }),
  loader: async ({ context: { api, queryClient } }) =>
    (await import('./-load-pricing.ts')).loadPricing(api, queryClient),
  head: ({ loaderData, match }) =>
    pageHead(match.context, {
      title: m.plans_title(),
      description: m.plans_head(),
      path: '/pricing',
      crumbs: [{ label: m.site_home(), to: '/' }, { label: m.plans_title() }],
      jsonLd: loaderData?.jsonLd ?? [],
    }),
  component: PageOfPricing,
});

function PageOfPricing() {
  const api = useApi();
  const plans = useSuspenseQuery(plansQuery(api)).data;
  const tiers = useSuspenseQuery(tierCoursesQuery(api)).data;
  const faq = useSuspenseQuery(faqQuery(api)).data;
  const search = Route.useSearch();
  const shop = usePlanShop(search.from, search.interval);
  return (
    <PricingPage plans={plans} tiers={tiers} search={search} shop={shop}>
      <PricingQuestions items={faq.filter(({ pricing }) => pricing)} />
    </PricingPage>
  );
}
