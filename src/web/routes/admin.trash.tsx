import { createFileRoute } from '@tanstack/react-router';
import { TrashPage } from '#web/features/course-admin/trash-page.tsx';
import { requireAdmin } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/trash')({
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.admin_trash_title(), path: '/admin/trash', noindex: true }),
  component: TrashPage,
});
