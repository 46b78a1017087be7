import { createFileRoute } from '@tanstack/react-router';
import { BillingPage } from '#web/features/billing/admin/billing-page.tsx';
import type { BillingSearch } from '#web/features/billing/admin/section-props.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/billing')({
  staticData: {
    sidebar: {
      group: 'operations',
      position: 1,
      label: m.billing_admin_title,
      icon: 'M5 3.5h10v13l-2-1.5-1.5 1.5-1.5-1.5-1.5 1.5L7 15l-2 1.5zM8 7.5h4M8 10.5h4',
    },
  },
  validateSearch: ({ person, q, tab }: Record<string, unknown>): BillingSearch => ({
    ...(typeof tab === 'string' && { tab }),
    ...(typeof person === 'string' && { person }),
    ...(q !== undefined && q !== '' && { q: String(q).slice(0, 200) }),
  }),
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.billing_admin_title(), path: '/admin/billing', noindex: true }),
  component: Billing,
});

function Billing() {
  return <BillingPage search={Route.useSearch()} />;
}
