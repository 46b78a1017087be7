import { createFileRoute } from '@tanstack/react-router';
import { LateReviewPage } from '#web/features/exams/late/late-review-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/late-answers/$attempt')({
  beforeLoad: requireAdmin,
  head: ({ match, params: { attempt } }) =>
    pageHead(match.context, {
      title: m.late_title(),
      path: `/admin/late-answers/${attempt}`,
      noindex: true,
    }),
  component: LateReviewRoute,
});

function LateReviewRoute() {
  const { attempt } = Route.useParams();
  return <LateReviewPage attemptId={attempt} />;
}
