import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage, type ProfileTab } from '#web/features/accounts/profile-page.tsx';
import { requireMember } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useUser } from '#web/lib/session.ts';

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
