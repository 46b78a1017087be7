import { createFileRoute } from '@tanstack/react-router';
import { SystemHealthPage } from '#web/features/system-health/system-health.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/system')({
  staticData: {
    sidebar: {
      group: 'operations',
      position: 5,
      label: m.health_title,
      icon: 'M2.5 10.5h3.5l2-5 3.5 9 2-4h4',
    },
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.health_title(), path: '/admin/system', noindex: true }),
  component: SystemHealthPage,
});
