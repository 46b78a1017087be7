import type { ReactNode } from 'react';
import type { User } from '#contract/accounts/accounts';
import { m } from '#web/lib/messages.ts';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** Welcome, the current tier, and what one studies (spec section 2). */
export function DashboardPage({ children, user }: { user: User; children: ReactNode }) {
  return (
    <Page>
      <PageHeader
        title={m.profile_welcome({ name: user.name })}
        lead={
          <>
            {m.profile_current_plan()} <TierBadge tier={user.subscriptionTier} />
          </>
        }
        actions={
          <LinkButton to="/pricing" variant="secondary">
            {m.profile_compare()}
          </LinkButton>
        }
      />
      {children}
    </Page>
  );
}
