import { createFileRoute } from '@tanstack/react-router';
import { MarkingQueue } from '#web/features/marking/marking-queue.tsx';
import { listSearch } from '#web/lib/list-search.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/marking/')({
  staticData: {
    sidebar: {
      group: 'learners',
      position: 1,
      label: m.marking_title,
      icon: 'M4 3.5h12v13H4zM7 10l2 2 4-4.5',
    },
  },
  validateSearch: (search: Record<string, unknown>): { exam?: string } => {
    const { exam } = listSearch(search, ['exam']);
    return exam ? { exam } : {};
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.marking_title(), path: '/admin/marking', noindex: true }),
  component: Marking,
});

function Marking() {
  return <MarkingQueue exam={Route.useSearch().exam} />;
}
