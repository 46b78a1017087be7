import { createFileRoute } from '@tanstack/react-router';
import { AnnouncementsPage } from '#web/features/announcements/announcements-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/announcements')({
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.announcements_title(), path: '/admin/announcements', noindex: true }),
  component: AnnouncementsPage,
});
