import { createFileRoute } from '@tanstack/react-router';
import { ConfirmAddressPage } from '#web/features/accounts/registration/confirm-address-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireMember } from '#web/lib/session/guards.ts';
import { useUser } from '#web/lib/session/session.ts';
import { tokenSearch } from '#web/lib/token-search.ts';

export const Route = createFileRoute('/confirm-address')({
  validateSearch: tokenSearch,
  beforeLoad: requireMember,
  head: ({ match }) =>
    pageHead(match.context, { title: m.address_confirm_title(), path: '/confirm-address', noindex: true }),
  component: ConfirmAddress,
});

function ConfirmAddress() {
  const user = useUser();
  const { token = '' } = Route.useSearch();
  return user && <ConfirmAddressPage user={user} token={token} />;
}
