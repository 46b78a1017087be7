import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '#web/features/accounts/register-page.tsx';
import { requireVisitor } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/register')({
  beforeLoad: requireVisitor,
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.auth_register_title(),
      description: m.auth_register_head(),
      path: '/register',
    }),
  component: RegisterPage,
});
