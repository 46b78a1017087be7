import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '#web/features/accounts/registration/forgot-password-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/forgot-password')({
  head: ({ match }) =>
    pageHead(match.context, { title: m.auth_forgot_title(), path: '/forgot-password', noindex: true }),
  component: ForgotPasswordPage,
});
