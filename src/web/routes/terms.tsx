import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { pageQuery } from '#web/features/site/queries.ts';
import { StaticPage } from '#web/features/site/static-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useApi } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/terms')({
  loader: ({ context: { api, queryClient } }) =>
    queryClient.ensureQueryData(pageQuery(api, 'terms')).then(() => null),
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.site_terms(),
      description: m.site_terms_head(),
      path: '/terms',
      crumbs: [{ label: m.site_home(), to: '/' }, { label: m.site_terms() }],
    }),
  component: PageOfTerms,
});

function PageOfTerms() {
  const { data } = useSuspenseQuery(pageQuery(useApi(), 'terms'));
  return <StaticPage title={m.site_terms()} page={data} />;
}
