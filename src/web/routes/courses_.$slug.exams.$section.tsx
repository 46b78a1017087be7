import { createFileRoute } from '@tanstack/react-router';
import { ExamPage } from '#web/features/exams/exam-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireMember } from '#web/lib/session/guards.ts';
import { WithCodeTools } from './-code-tools.tsx';

export const Route = createFileRoute('/courses_/$slug/exams/$section')({
  beforeLoad: requireMember,
  head: ({ match, params: { section, slug } }) =>
    pageHead(match.context, {
      title: m.exams_kind(),
      path: `/courses/${slug}/exams/${section}`,
      noindex: true,
    }),
  component: Exam,
});

function Exam() {
  const { section, slug } = Route.useParams();
  return (
    <WithCodeTools>
      <ExamPage key={`${slug}/${section}`} slug={slug} sectionKey={section} />
    </WithCodeTools>
  );
}
