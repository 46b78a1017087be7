import { createFileRoute } from '@tanstack/react-router';
import { NewPlanPage } from '#web/features/plan-admin/new-plan-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/subscriptions/new')({
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.plans_admin_new(), path: '/admin/subscriptions/new', noindex: true }),
  component: NewPlanPage,
});
