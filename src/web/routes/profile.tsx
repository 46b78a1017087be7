import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ProfilePage, type ProfileTab } from '#web/features/accounts/profile/profile-page.tsx';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireMember } from '#web/lib/session/guards.ts';
import { useUser } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';

const TABS: readonly string[] = ['information', 'subscription', 'security'] satisfies ProfileTab[];

export const Route = createFileRoute('/profile')({
  validateSearch: (search: Record<string, unknown>): { tab?: ProfileTab } =>
    typeof search.tab === 'string' && TABS.includes(search.tab) ? { tab: search.tab as ProfileTab } : {},
  beforeLoad: requireMember,
  head: ({ match }) => pageHead(match.context, { title: m.profile_title(), path: '/profile', noindex: true }),
  component: Profile,
});

/** Only where payments are taken. */
const SubscriptionTab = lazy(() =>
  import('#web/features/billing/subscription-tab.tsx').then((it) => ({ default: it.SubscriptionTab })),
);

/** Only where plans were sold and are no more. */
const SoldBefore = lazy(() =>
  import('#web/features/billing/bank/sold-before.tsx').then((it) => ({ default: it.SoldBefore })),
);

/** Only for authors. */
const OwnAuthorProfile = latePart(
  () => import('#web/features/authors/own-author-profile.tsx'),
  'OwnAuthorProfile',
);

const OwnedTeam = lazy(() =>
  import('#web/features/billing/team/owned-team.tsx').then((it) => ({ default: it.OwnedTeam })),
);

function Profile() {
  const user = useUser();
  const { hasSoldPlans, sellsPlans, takesPayments } = siteInfo(useQueryClient());
  const { tab = 'information' } = Route.useSearch();
  const paid = sellsPlans && user && (
    <Suspense fallback={<LoadingState inline />}>
      <SubscriptionTab user={user} />
    </Suspense>
  );
  const sold = !sellsPlans && hasSoldPlans && (
    <Suspense>
      <SoldBefore />
    </Suspense>
  );
  const owned = takesPayments && (
    <Suspense>
      <OwnedTeam />
    </Suspense>
  );
  const author = (
    <Suspense>
      <OwnAuthorProfile />
    </Suspense>
  );
  return user && <ProfilePage user={user} tab={tab} author={author} paid={paid} sold={sold} owned={owned} />;
}
