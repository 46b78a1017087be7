import { createFileRoute } from '@tanstack/react-router';
import { BillingPage } from '#web/features/billing/admin/billing-page.tsx';
import type { BillingSearch } from '#web/features/billing/admin/section-props.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/billing')({
  validateSearch: ({ person, tab }: Record<string, unknown>): BillingSearch => ({
    ...(typeof tab === 'string' && { tab }),
    ...(typeof person === 'string' && { person }),
  }),
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.billing_admin_title(), path: '/admin/billing', noindex: true }),
  component: Billing,
});

function Billing() {
  return <BillingPage search={Route.useSearch()} />;
}
