import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { AboutError } from '#web/features/site/about-error.tsx';
import { pageQuery } from '#web/features/site/queries.ts';
import { StaticPage } from '#web/features/site/static-page.tsx';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/about')({
  loader: async ({ context }) =>
    (await import('#web/features/site/static-head.ts')).loadStatic(context, 'about_us'),
  head: ({ loaderData }) => loaderData ?? {},
  errorComponent: AboutError,
  component: PageOfAbout,
});

function PageOfAbout() {
  const { data } = useSuspenseQuery(pageQuery(useApi(), 'about_us'));
  return <StaticPage title={m.site_about()} page={data} missing={m.site_about_missing()} />;
}
