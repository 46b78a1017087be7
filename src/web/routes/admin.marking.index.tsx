import { createFileRoute } from '@tanstack/react-router';
import { MarkingQueue } from '#web/features/marking/marking-queue.tsx';
import { requireAdmin } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/marking/')({
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.marking_title(), path: '/admin/marking', noindex: true }),
  component: MarkingQueue,
});
