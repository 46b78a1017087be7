import { createFileRoute } from '@tanstack/react-router';
import { INVITATION_STATES } from '#domain/accounts/invitation';
import { InvitationList } from '#web/features/invitations/invitation-list.tsx';
import type { InvitationSearch } from '#web/features/invitations/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/users/invitations')({
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
