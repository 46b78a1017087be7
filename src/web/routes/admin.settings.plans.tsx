import { createFileRoute } from '@tanstack/react-router';
import { PlanSettingsPage } from '#web/features/site-config/plan-settings-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/plans')({
  head: ({ match }) =>
    pageHead(match.context, { title: m.config_plans_title(), path: '/admin/settings/plans', noindex: true }),
  component: PlanSettingsPage,
});
