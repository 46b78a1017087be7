import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { pageQuery } from '#web/features/site/queries.ts';
import { StaticPage } from '#web/features/site/static-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useApi } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/privacy')({
  loader: ({ context: { api, queryClient } }) =>
    queryClient.ensureQueryData(pageQuery(api, 'privacy')).then(() => null),
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.site_privacy(),
      description: m.site_privacy_head(),
      path: '/privacy',
      crumbs: [{ label: m.site_home(), to: '/' }, { label: m.site_privacy() }],
    }),
  component: PageOfPrivacy,
});

function PageOfPrivacy() {
  const { data } = useSuspenseQuery(pageQuery(useApi(), 'privacy'));
  return <StaticPage title={m.site_privacy()} page={data} />;
}
