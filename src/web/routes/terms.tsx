import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { pageQuery } from '#web/features/site/queries.ts';
import { StaticPage } from '#web/features/site/static-page.tsx';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/terms')({
  loader: async ({ context }) =>
    (await import('#web/features/site/static-head.ts')).loadStatic(context, 'terms'),
  head: ({ loaderData }) => loaderData ?? {},
  component: PageOfTerms,
});

function PageOfTerms() {
  const { data } = useSuspenseQuery(pageQuery(useApi(), 'terms'));
  return <StaticPage title={m.site_terms()} page={data} />;
}
