import { createFileRoute } from '@tanstack/react-router';
import { PlanList } from '#web/features/plan-admin/plan-list.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/subscriptions/')({
  staticData: {
    sidebar: {
      group: 'admin',
      position: 4,
      label: m.shell_side_plans,
      icon: 'M3 6.5a1.5 1.5 0 0 1 1.5-1.5h11A1.5 1.5 0 0 1 17 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 13.5zM3 8.5h14M6 12h3',
    },
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.plans_admin_title(), path: '/admin/subscriptions', noindex: true }),
  component: PlanList,
});
