import { createFileRoute } from '@tanstack/react-router';
import { TrashPage } from '#web/features/course-admin/lists/trash-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/trash')({
  staticData: {
    sidebar: {
      group: 'content',
      position: 4,
      label: m.admin_trash_title,
      icon: 'M4 6h12M8 6V4h4v2M5.5 6l.8 10.5h7.400l.8-10.5M8.5 9v5M11.5 9v5',
    },
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.admin_trash_title(), path: '/admin/trash', noindex: true }),
  component: TrashPage,
});
