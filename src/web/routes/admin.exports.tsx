import { createFileRoute } from '@tanstack/react-router';
import { ExportsPage } from '#web/features/exports/exports-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/exports')({
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.exports_title(), path: '/admin/exports', noindex: true }),
  component: ExportsPage,
});
