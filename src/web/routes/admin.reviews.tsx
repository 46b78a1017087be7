import { createFileRoute } from '@tanstack/react-router';
import type { ReviewSearch } from '#web/features/reviews/queries.ts';
import { ReviewAdmin } from '#web/features/reviews/review-admin.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/reviews')({
  staticData: {
    sidebar: {
      group: 'learners',
      position: 4,
      label: m.reviews_title,
      icon: 'M10 3.5l2 4.3 4.7.6-3.4 3.3.8 4.7L10 14.2l-4.1 2.2.8-4.7-3.4-3.3 4.7-.6z',
    },
  },
  validateSearch: (search: Record<string, unknown>): ReviewSearch => {
    const q = search.q === undefined ? '' : String(search.q).slice(0, 200);
    const { state } = search;
    return { ...(q && { q }), ...((state === 'shown' || state === 'hidden') && { state }) };
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.reviews_title(), path: '/admin/reviews', noindex: true }),
  component: Reviews,
});

function Reviews() {
  return <ReviewAdmin search={Route.useSearch()} />;
}
