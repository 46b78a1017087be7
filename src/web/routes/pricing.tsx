import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { PricingPage } from '#web/features/plans/pricing-page.tsx';
import { plansQuery } from '#web/features/plans/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useApi } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/pricing')({
  loader: ({ context: { api, queryClient } }) =>
    queryClient.ensureQueryData(plansQuery(api)).then(() => null),
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.plans_title(),
      description: m.plans_head(),
      path: '/pricing',
      crumbs: [{ label: m.site_home(), to: '/' }, { label: m.plans_title() }],
    }),
  component: PageOfPricing,
});

function PageOfPricing() {
  const { data } = useSuspenseQuery(plansQuery(useApi()));
  return <PricingPage plans={data} />;
}
