import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { pageQuery } from '#web/features/site/queries.ts';
import { StaticPage } from '#web/features/site/static-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useApi } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/cookies')({
  loader: ({ context: { api, queryClient } }) =>
    queryClient.ensureQueryData(pageQuery(api, 'cookies')).then(() => null),
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.site_cookies(),
      description: m.site_cookies_head(),
      path: '/cookies',
      crumbs: [{ label: m.site_home(), to: '/' }, { label: m.site_cookies() }],
    }),
  component: PageOfCookies,
});

function PageOfCookies() {
  const { data } = useSuspenseQuery(pageQuery(useApi(), 'cookies'));
  return <StaticPage title={m.site_cookies()} page={data} />;
}
