import { createFileRoute } from '@tanstack/react-router';
import { ReturnPage } from '#web/features/billing/return-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireMember } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/billing/return')({
  validateSearch: ({ from, session }: Record<string, unknown>): { from?: string; session?: string } => ({
    ...(typeof from === 'string' && { from }),
    ...(typeof session === 'string' && { session }),
  }),
  beforeLoad: requireMember,
  head: ({ match }) =>
    pageHead(match.context, { title: m.billing_return_title(), path: '/billing/return', noindex: true }),
  component: Return,
});

function Return() {
  const { from, session = '' } = Route.useSearch();
  return <ReturnPage session={session} from={from} />;
}
