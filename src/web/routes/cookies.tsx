import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { pageQuery } from '#web/features/site/queries.ts';
import { StaticPage } from '#web/features/site/static-page.tsx';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/cookies')({
  loader: async ({ context }) =>
    (await import('#web/features/site/static-head.ts')).loadStatic(context, 'cookies'),
  head: ({ loaderData }) => loaderData ?? {},
  component: PageOfCookies,
});

function PageOfCookies() {
  const { data } = useSuspenseQuery(pageQuery(useApi(), 'cookies'));
  return <StaticPage title={m.site_cookies()} page={data} />;
}
