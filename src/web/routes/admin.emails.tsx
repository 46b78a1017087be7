import { createFileRoute } from '@tanstack/react-router';
import { FailedMails } from '#web/features/mail-admin/failed-mails.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/emails')({
  staticData: {
    sidebar: {
      group: 'operations',
      position: 2,
      label: m.mails_failed_title,
      icon: 'M3 5h14v10H3zM8 7.5l4 5M12 7.5l-4 5',
    },
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.mails_failed_title(), path: '/admin/emails', noindex: true }),
  component: FailedMails,
});
