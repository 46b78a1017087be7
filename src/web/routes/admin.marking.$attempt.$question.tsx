import { createFileRoute } from '@tanstack/react-router';
import { MarkingPage } from '#web/features/marking/marking-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';
import { WithCodeTools } from './-code-tools.tsx';

export const Route = createFileRoute('/admin/marking/$attempt/$question')({
  beforeLoad: requireAdmin,
  head: ({ match, params: { attempt, question } }) =>
    pageHead(match.context, {
      title: m.marking_title(),
      path: `/admin/marking/${attempt}/${question}`,
      noindex: true,
    }),
  component: Marking,
});

function Marking() {
  const { attempt, question } = Route.useParams();
  return (
    <WithCodeTools>
      <MarkingPage key={`${attempt} ${question}`} attemptId={attempt} question={question} />
    </WithCodeTools>
  );
}
