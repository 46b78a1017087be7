import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage, type RegisterSearch } from '#web/features/accounts/registration/register-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireVisitor } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/register')({
  validateSearch: ({ redirect }: Record<string, unknown>): RegisterSearch =>
    typeof redirect === 'string' ? { redirect } : {},
  beforeLoad: requireVisitor,
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.auth_register_title(),
      description: m.auth_register_head(),
      path: '/register',
    }),
  component: Register,
});

function Register() {
  return <RegisterPage search={Route.useSearch()} />;
}
