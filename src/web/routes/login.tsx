import { createFileRoute } from '@tanstack/react-router';
import { SignInPage, type SignInSearch } from '#web/features/accounts/sign-in/sign-in-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireVisitor } from '#web/lib/session/guards.ts';

const text = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value.slice(0, 2000) : undefined;

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): SignInSearch => {
    const redirect = text(search.redirect);
    const verify = text(search.verify);
    const email = text(search.email);
    return {
      ...(redirect && { redirect }),
      ...(verify && { verify }),
      ...(email && { email }),
      ...(search.registered === true && { registered: true }),
    };
  },
  beforeLoad: requireVisitor,
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.auth_login_title(),
      description: m.auth_login_head(),
      path: '/login',
      noindex: true,
    }),
  component: Login,
});

function Login() {
  return <SignInPage search={Route.useSearch()} />;
}
