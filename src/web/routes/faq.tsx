import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { FaqPage } from '#web/features/site/faq/faq-page.tsx';
import { faqQuery } from '#web/features/site/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useApi } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/faq')({
  loader: async ({ context: { api, queryClient } }) => {
    const [{ faqJsonLd }, items] = await Promise.all([
      import('#web/features/site/faq/faq-json-ld.ts'),
      queryClient.ensureQueryData(faqQuery(api)),
    ]);
    return { jsonLd: faqJsonLd(items) };
  },
  head: ({ loaderData, match }) =>
    pageHead(match.context, {
      title: m.site_faq(),
      description: m.site_faq_lead(),
      path: '/faq',
      crumbs: [{ label: m.site_home(), to: '/' }, { label: m.site_faq_short() }],
      jsonLd: loaderData ? [loaderData.jsonLd] : [],
    }),
  component: PageOfFaq,
});

function PageOfFaq() {
  const { data } = useSuspenseQuery(faqQuery(useApi()));
  return <FaqPage items={data} />;
}
