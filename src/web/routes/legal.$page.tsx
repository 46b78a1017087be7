import { createFileRoute } from '@tanstack/react-router';
import { LegalPages } from '#web/features/billing/legal/legal-pages.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { siteInfo } from '#web/lib/site-info.ts';

export const Route = createFileRoute('/legal/$page')({
  loader: async ({ context: { api, queryClient } }) => {
    const { legalPagesQuery } = await import('#web/features/billing/legal/legal-pages-query.ts');
    await queryClient.ensureQueryData(legalPagesQuery(api));
    return null;
  },
  head: ({ match, params }) => {
    const path = `/legal/${params.page}`;
    // Called like the link in the footer, which is here already.
    const link = siteInfo(match.context.queryClient).legal?.find(([to]) => to === path);
    return pageHead(match.context, { title: link?.[1] ?? m.shell_footer_legal(), path, noindex: true });
  },
  component: Legal,
});

function Legal() {
  const { page } = Route.useParams();
  return <LegalPages key={page} page={page} />;
}
