import { createFileRoute } from '@tanstack/react-router';
import { PlanList } from '#web/features/plan-admin/plan-list.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/subscriptions/')({
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.plans_admin_title(), path: '/admin/subscriptions', noindex: true }),
  component: PlanList,
});
