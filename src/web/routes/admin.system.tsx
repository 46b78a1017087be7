import { createFileRoute } from '@tanstack/react-router';
import { SystemHealthPage } from '#web/features/system-health/system-health.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/system')({
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.health_title(), path: '/admin/system', noindex: true }),
  component: SystemHealthPage,
});
