import { createFileRoute } from '@tanstack/react-router';
import { RetentionPage } from '#web/features/site-config/retention-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/retention')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.config_retention_title(),
      path: '/admin/settings/retention',
      noindex: true,
    }),
  component: RetentionPage,
});
