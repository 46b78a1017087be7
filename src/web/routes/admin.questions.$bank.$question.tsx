import { createFileRoute } from '@tanstack/react-router';
import { QuestionPage } from '#web/features/exams/banks/question-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';
import { WithCodeTools } from './-code-tools.tsx';

export const Route = createFileRoute('/admin/questions/$bank/$question')({
  beforeLoad: requireAdmin,
  head: ({ match, params: { bank, question } }) =>
    pageHead(match.context, {
      title: m.banks_title(),
      path: `/admin/questions/${bank}/${question}`,
      noindex: true,
    }),
  component: Question,
});

function Question() {
  const { bank, question } = Route.useParams();
  return (
    <WithCodeTools>
      <QuestionPage key={question} bankId={bank} id={question} />
    </WithCodeTools>
  );
}
