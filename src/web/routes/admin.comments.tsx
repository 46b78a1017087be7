import { createFileRoute } from '@tanstack/react-router';
import { CommentAdmin } from '#web/features/comments/comment-admin.tsx';
import type { CommentSearch } from '#web/features/comments/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/comments')({
  staticData: {
    sidebar: {
      group: 'learners',
      position: 3,
      label: m.shell_side_comments,
      icon: 'M3.5 4.5h13v9h-7l-3.5 3v-3h-2.5z',
    },
  },
  validateSearch: (search: Record<string, unknown>): CommentSearch => {
    const q = search.q === undefined ? '' : String(search.q).slice(0, 200);
    const { state } = search;
    return { ...(q && { q }), ...((state === 'reported' || state === 'hidden') && { state }) };
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.comments_title(), path: '/admin/comments', noindex: true }),
  component: Comments,
});

function Comments() {
  return <CommentAdmin search={Route.useSearch()} />;
}
