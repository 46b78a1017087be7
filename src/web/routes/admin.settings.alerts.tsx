import { createFileRoute } from '@tanstack/react-router';
import { AlertsPage } from '#web/features/site-config/alerts/alerts-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/alerts')({
  head: ({ match }) =>
    pageHead(match.context, { title: m.alerts_title(), path: '/admin/settings/alerts', noindex: true }),
  component: AlertsPage,
});
