import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

/** What a preview link opens. Its secret is known to the browser alone, so the server has nothing to draw. */
export const Route = createFileRoute('/preview')({
  ssr: false,
  head: ({ match }) =>
    pageHead(match.context, { title: m.publishing_preview(), path: '/preview', noindex: true }),
  component: lazyRouteComponent(() => import('#web/features/preview/preview-page.tsx'), 'PreviewPage'),
});
