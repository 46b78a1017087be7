import { createFileRoute } from '@tanstack/react-router';
import { AdminDashboard } from '#web/features/overview/admin-dashboard.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/')({
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.admin_dashboard_title(), path: '/admin', noindex: true }),
  component: AdminDashboard,
});
