import { createFileRoute } from '@tanstack/react-router';
import { SignInReturnPage } from '#web/features/accounts/sign-in/sign-in-return-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/sign-in')({
  head: ({ match }) =>
    pageHead(match.context, { title: m.sign_ins_return_title(), path: '/sign-in', noindex: true }),
  component: SignInReturnPage,
});
