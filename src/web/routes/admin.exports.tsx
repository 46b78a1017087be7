import { createFileRoute } from '@tanstack/react-router';
import { ExportsPage } from '#web/features/exports/exports-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/exports')({
  staticData: {
    sidebar: {
      group: 'operations',
      position: 4,
      label: m.exports_title,
      icon: 'M10 3v9M6.5 8.5l3.5 3.5 3.5-3.5M3.5 13.5v3h13v-3',
    },
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.exports_title(), path: '/admin/exports', noindex: true }),
  component: ExportsPage,
});
