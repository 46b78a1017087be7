import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { AboutError } from '#web/features/site/about-error.tsx';
import { pageQuery } from '#web/features/site/queries.ts';
import { StaticPage } from '#web/features/site/static-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useApi } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/about')({
  loader: ({ context: { api, queryClient } }) =>
    queryClient.ensureQueryData(pageQuery(api, 'about_us')).then(() => null),
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.site_about(),
      description: m.site_about_head(),
      path: '/about',
      crumbs: [{ label: m.site_home(), to: '/' }, { label: m.site_about() }],
    }),
  errorComponent: AboutError,
  component: PageOfAbout,
});

function PageOfAbout() {
  const { data } = useSuspenseQuery(pageQuery(useApi(), 'about_us'));
  return <StaticPage title={m.site_about()} page={data} missing={m.site_about_missing()} />;
}
