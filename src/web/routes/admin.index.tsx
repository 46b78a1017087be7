import { createFileRoute } from '@tanstack/react-router';
import { AdminDashboard } from '#web/features/overview/admin-dashboard.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/')({
  staticData: {
    sidebar: {
      group: 'admin',
      position: 1,
      label: m.shell_side_admin_dashboard,
      icon: 'M3.5 16.5h13M5.5 13.5v-4M10 13.5v-9M14.5 13.5v-6',
    },
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.admin_dashboard_title(), path: '/admin', noindex: true }),
  component: AdminDashboard,
});
