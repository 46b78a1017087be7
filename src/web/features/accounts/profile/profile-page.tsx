import { useNavigate } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { User } from '#contract/accounts/accounts';
import { m } from '#web/lib/messages.ts';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { SectionTabs } from '#web/ui/layout/section-tabs.tsx';
import { ProfileSecurity } from '../security/profile-security.tsx';
import { ProfileInformation } from './profile-information.tsx';
import { ProfileSubscription } from './profile-subscription.tsx';

export const PROFILE_TABS = ['information', 'subscription', 'security'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

const LABELS: Record<ProfileTab, () => string> = {
  information: m.profile_tab_information,
  subscription: m.profile_tab_subscription,
  security: m.profile_tab_security,
};
const CONTENTS: Record<ProfileTab, ComponentType<{ user: User; owned?: ReactNode }>> = {
  information: ProfileInformation,
  subscription: ProfileSubscription,
  security: ProfileSecurity,
};

interface ProfilePageProps {
  user: User;
  tab: ProfileTab;
  /** Stands below the information: what authors say about themselves. */
  author?: ReactNode;
  /** Stands in the tab of the subscription where payments are taken. */
  paid?: ReactNode;
  /** Stands below the plans: what was bought while plans were sold. */
  sold?: ReactNode;
  /** What becomes of what one owns, where the account is to be deleted. */
  owned?: ReactNode;
}

/** The own profile: three tabs, each with an address of its own. */
export function ProfilePage({ author, owned, paid, sold, tab, user }: ProfilePageProps) {
  const navigate = useNavigate();
  const Content = CONTENTS[tab];
  return (
    <Page width="text">
      <PageHeader title={m.profile_title()} />
      <SectionTabs
        label={m.profile_title()}
        tabs={PROFILE_TABS.map((id) => ({ id, label: LABELS[id]() }))}
        value={tab}
        onChange={(next) =>
          navigate({ to: '/profile', search: { tab: next }, replace: true, resetScroll: false })
        }
      >
        {tab === 'subscription' && paid ? paid : <Content user={user} owned={owned} />}
        {tab === 'subscription' && sold}
        {tab === 'information' && author}
      </SectionTabs>
    </Page>
  );
}
