import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordPage } from '#web/features/accounts/registration/reset-password-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { tokenSearch } from '#web/lib/token-search.ts';

export const Route = createFileRoute('/reset-password')({
  validateSearch: tokenSearch,
  head: ({ match }) =>
    pageHead(match.context, { title: m.auth_reset_title(), path: '/reset-password', noindex: true }),
  component: Reset,
});

function Reset() {
  return <ResetPasswordPage token={Route.useSearch().token ?? ''} />;
}
