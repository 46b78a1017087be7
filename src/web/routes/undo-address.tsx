import { createFileRoute } from '@tanstack/react-router';
import { UndoAddressPage } from '#web/features/accounts/registration/undo-address-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { tokenSearch } from '#web/lib/token-search.ts';

export const Route = createFileRoute('/undo-address')({
  validateSearch: tokenSearch,
  head: ({ match }) =>
    pageHead(match.context, { title: m.address_undo_title(), path: '/undo-address', noindex: true }),
  component: UndoAddress,
});

function UndoAddress() {
  return <UndoAddressPage token={Route.useSearch().token ?? ''} />;
}
