import { createFileRoute } from '@tanstack/react-router';
import { TakenAttemptPage } from '#web/features/exams/taken/taken-attempt-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';
import { WithCodeTools } from './-code-tools.tsx';

export const Route = createFileRoute('/admin/exam-attempts/$attempt')({
  beforeLoad: requireAdmin,
  head: ({ match, params: { attempt } }) =>
    pageHead(match.context, {
      title: m.grades_title(),
      path: `/admin/exam-attempts/${attempt}`,
      noindex: true,
    }),
  component: Taken,
});

function Taken() {
  const { attempt } = Route.useParams();
  return (
    <WithCodeTools>
      <TakenAttemptPage key={attempt} id={attempt} />
    </WithCodeTools>
  );
}
