import { createFileRoute } from '@tanstack/react-router';
import { AcceptInvitationPage } from '#web/features/accounts/registration/accept-invitation-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { tokenSearch } from '#web/lib/token-search.ts';

export const Route = createFileRoute('/invitation')({
  validateSearch: tokenSearch,
  head: ({ match }) =>
    pageHead(match.context, { title: m.auth_invitation_title(), path: '/invitation', noindex: true }),
  component: Invitation,
});

function Invitation() {
  return <AcceptInvitationPage token={Route.useSearch().token ?? ''} />;
}
