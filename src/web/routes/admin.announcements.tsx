import { createFileRoute } from '@tanstack/react-router';
import { AnnouncementsPage } from '#web/features/announcements/announcements-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/announcements')({
  staticData: {
    sidebar: {
      group: 'learners',
      position: 6,
      label: m.announcements_title,
      icon: 'M4 8v4l8 3.5v-11zM12 8a2 2 0 0 1 0 4M6 12.5V16h2v-2.7',
    },
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.announcements_title(), path: '/admin/announcements', noindex: true }),
  component: AnnouncementsPage,
});
