import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#web/features/accounts/dashboard-page.tsx';
import { DueCertificates } from '#web/features/certificates/due-certificates.tsx';
import { ContinueLearning } from '#web/features/learning/continue-learning.tsx';
import { RecommendedCourses } from '#web/features/learning/recommended-courses.tsx';
import { requireMember } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useUser } from '#web/lib/session.ts';

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
        <DueCertificates />
        <ContinueLearning />
        <RecommendedCourses title={m.profile_where_to_begin()} />
      </DashboardPage>
    )
  );
}
