import { createFileRoute } from '@tanstack/react-router';
import { MailsPage } from '#web/features/site-config/mails-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/notifications')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.config_mails_title(),
      path: '/admin/settings/notifications',
      noindex: true,
    }),
  component: MailsPage,
});
