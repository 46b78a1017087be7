import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage, type ProfileTab } from '#web/features/accounts/profile/profile-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireMember } from '#web/lib/session/guards.ts';
import { useUser } from '#web/lib/session/session.ts';

const TABS: readonly string[] = ['information', 'subscription', 'security'] satisfies ProfileTab[];

export const Route = createFileRoute('/profile')({
  validateSearch: (search: Record<string, unknown>): { tab?: ProfileTab } =>
    typeof search.tab === 'string' && TABS.includes(search.tab) ? { tab: search.tab as ProfileTab } : {},
  beforeLoad: requireMember,
  head: ({ match }) => pageHead(match.context, { title: m.profile_title(), path: '/profile', noindex: true }),
  component: Profile,
});

function Profile() {
  const user = useUser();
  const { tab = 'information' } = Route.useSearch();
  return user && <ProfilePage user={user} tab={tab} />;
}
