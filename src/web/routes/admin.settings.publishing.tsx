import { createFileRoute } from '@tanstack/react-router';
import { PublishingPage } from '#web/features/site-config/publishing-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/publishing')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.config_publishing_title(),
      path: '/admin/settings/publishing',
      noindex: true,
    }),
  component: PublishingPage,
});
