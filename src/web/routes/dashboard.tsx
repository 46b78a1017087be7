import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#web/features/accounts/dashboard-page.tsx';
import { DueList } from '#web/features/certificates/due-certificates.tsx';
import { LearningDashboard } from '#web/features/learning/learning-dashboard.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireMember } from '#web/lib/session/guards.ts';
import { useUser } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/dashboard')({
  beforeLoad: requireMember,
  head: ({ match }) =>
    pageHead(match.context, { title: m.profile_dashboard(), path: '/dashboard', noindex: true }),
  component: Dashboard,
});

function Dashboard() {
  const user = useUser();
  return (
    user && (
      <DashboardPage user={user}>
        <LearningDashboard due={(due) => <DueList due={due} />} />
      </DashboardPage>
    )
  );
}
