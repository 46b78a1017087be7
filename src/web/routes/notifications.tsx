import { createFileRoute } from '@tanstack/react-router';
import { NotificationsPage } from '#web/features/notifications/notifications-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireMember } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/notifications')({
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'preferences' } =>
    tab === 'preferences' ? { tab } : {},
  beforeLoad: requireMember,
  head: ({ match }) =>
    pageHead(match.context, { title: m.notices_title(), path: '/notifications', noindex: true }),
  component: Notifications,
});

function Notifications() {
  const { tab = 'inbox' } = Route.useSearch();
  return <NotificationsPage tab={tab} />;
}
