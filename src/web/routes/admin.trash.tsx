import { createFileRoute } from '@tanstack/react-router';
import { TrashPage } from '#web/features/course-admin/lists/trash-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/trash')({
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.admin_trash_title(), path: '/admin/trash', noindex: true }),
  component: TrashPage,
});
