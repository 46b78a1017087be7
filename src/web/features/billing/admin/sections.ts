import type { ComponentType } from 'react';
import { m } from '#web/lib/messages.ts';
import { Requests } from '../legal/requests.tsx';
import { Alarms } from './alarms.tsx';
import { BankSettings } from './bank/bank-settings.tsx';
import { Transfers } from './bank/transfers.tsx';
import { Coupons } from './coupons.tsx';
import { Disputes } from './disputes.tsx';
import { Drifts } from './drifts.tsx';
import { FailedPayments } from './failed-payments.tsx';
import { Gifts } from './gifts.tsx';
import { GraceForm } from './grace-form.tsx';
import { Health } from './health.tsx';
import { PersonSearch } from './person-search.tsx';
import { Prices } from './prices.tsx';
import type { Overview } from './queries.ts';
import { Refunds } from './refunds.tsx';
import { Exports } from './revenue/exports.tsx';
import { Revenue } from './revenue/revenue.tsx';
import type { SectionProps } from './section-props.ts';
import { Setup } from './setup/setup.tsx';
import { Troubles } from './setup/troubles.tsx';
import { Teams } from './teams.tsx';

interface Section {
  readonly id: string;
  readonly tab: BillingTab;
  readonly Content: ComponentType<SectionProps>;
  /** Shown even when no payment provider is connected. */
  readonly worksOffline?: true;
  /** Shown without one where members may pay by bank transfer, or did once. */
  readonly worksWithTransfers?: true;
}

/** The tabs of Admin > Billing, in their order; each is part of the address. */
const TABS = {
  overview: m.billing_admin_tab_overview,
  payments: m.billing_admin_tab_payments,
  requests: m.billing_admin_tab_requests,
  plans: m.billing_admin_tab_plans,
  coupons: m.coupons_title,
  transfers: m.bank_admin_tab,
  members: m.billing_admin_tab_members,
  setup: m.billing_admin_tab_setup,
};
type BillingTab = keyof typeof TABS;

/** What stands on each tab, from top to bottom: one line per section. */
const SECTIONS: readonly Section[] = [
  { id: 'drifts', tab: 'overview', Content: Drifts },
  { id: 'revenue', tab: 'overview', Content: Revenue, worksWithTransfers: true },
  { id: 'exports', tab: 'overview', Content: Exports, worksWithTransfers: true },
  { id: 'alarms', tab: 'payments', Content: Alarms },
  { id: 'failed-payments', tab: 'payments', Content: FailedPayments },
  { id: 'disputes', tab: 'payments', Content: Disputes },
  { id: 'refunds', tab: 'payments', Content: Refunds, worksWithTransfers: true },
  { id: 'grace', tab: 'payments', Content: GraceForm },
  { id: 'requests', tab: 'requests', Content: Requests, worksWithTransfers: true },
  { id: 'prices', tab: 'plans', Content: Prices },
  { id: 'coupons', tab: 'coupons', Content: Coupons },
  { id: 'transfers', tab: 'transfers', Content: Transfers, worksWithTransfers: true },
  { id: 'bank', tab: 'transfers', Content: BankSettings, worksOffline: true },
  { id: 'teams', tab: 'members', Content: Teams },
  { id: 'person', tab: 'members', Content: PersonSearch, worksOffline: true },
  { id: 'gifts', tab: 'members', Content: Gifts, worksOffline: true },
  { id: 'setup', tab: 'setup', Content: Setup },
  { id: 'health', tab: 'setup', Content: Health },
  { id: 'troubles', tab: 'setup', Content: Troubles },
];

/** The tabs that have something to show. */
export function shownTabs(overview: Overview): { id: BillingTab; label: string }[] {
  const shown = new Set(sectionsOf(overview).map(({ tab }) => tab));
  return (Object.keys(TABS) as BillingTab[])
    .filter((id) => shown.has(id))
    .map((id) => ({ id, label: TABS[id]() }));
}

export function sectionsOf({ takesPayments, takesTransfers }: Overview): readonly Section[] {
  return SECTIONS.filter(
    ({ worksOffline, worksWithTransfers }) =>
      takesPayments || worksOffline || (takesTransfers && worksWithTransfers),
  );
}
