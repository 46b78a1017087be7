import { createFileRoute } from '@tanstack/react-router';
import { INVITATION_STATES } from '#domain/accounts/invitation';
import { InvitationList } from '#web/features/invitations/invitation-list.tsx';
import type { InvitationSearch } from '#web/features/invitations/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/users/invitations')({
  staticData: {
    sidebar: {
      group: 'learners',
      position: 7,
      label: m.invitations_title,
      icon: 'M11 7a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM3.5 16c.3-3 2-4.5 5-4.5s4.700 1.5 5 4.5M15.5 6.5v5M13 9h5',
    },
  },
  validateSearch: (search: Record<string, unknown>): InvitationSearch => {
    const q = search.q === undefined ? '' : String(search.q).slice(0, 200);
    const state = INVITATION_STATES.find((one) => one === search.state);
    return { ...(q && { q }), ...(state && { state }) };
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.invitations_title(),
      path: '/admin/users/invitations',
      noindex: true,
    }),
  component: Invitations,
});

function Invitations() {
  return <InvitationList search={Route.useSearch()} />;
}
