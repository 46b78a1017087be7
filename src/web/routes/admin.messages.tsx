import { createFileRoute } from '@tanstack/react-router';
import { MessageList } from '#web/features/message-admin/message-list.tsx';
import type { MessageSearch } from '#web/features/message-admin/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/messages')({
  staticData: {
    sidebar: {
      group: 'learners',
      position: 5,
      label: m.admin_messages_title,
      icon: 'M3 5h14v10H3zM3 6l7 5 7-5',
    },
  },
  validateSearch: (search: Record<string, unknown>): MessageSearch => {
    const q = search.q === undefined ? '' : String(search.q).slice(0, 200);
    const { state } = search;
    return { ...(q && { q }), ...((state === 'open' || state === 'answered') && { state }) };
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.admin_messages_title(), path: '/admin/messages', noindex: true }),
  component: Messages,
});

function Messages() {
  return <MessageList search={Route.useSearch()} />;
}
