import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { landingQuery } from '#web/features/site/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { LandingBlocks } from './-landing-blocks.tsx';
// Of parts that come late, but are in the page that the server sends.
import '#web/features/site/try-code.module.css';
import '#web/ui/prose/prose.module.css';

export const Route = createFileRoute('/')({
  loader: async ({ context: { api, queryClient } }) =>
    (await import('./-load-landing.ts')).loadLanding(api, queryClient),
  head: ({ loaderData, match }) =>
    pageHead(match.context, {
      title: m.site_landing_head({ school: siteInfo(match.context.queryClient).school.name }),
      path: '/',
      crumbs: [{ label: m.site_home() }],
      ...loaderData,
    }),
  component: LandingPage,
});

function LandingPage() {
  return <LandingBlocks blocks={useSuspenseQuery(landingQuery(useApi())).data} />;
}
