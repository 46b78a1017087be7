import { createFileRoute } from '@tanstack/react-router';
import { GradebookPage } from '#web/features/grades/gradebook-page.tsx';
import { requireAdmin } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/courses/$id_/gradebook')({
  beforeLoad: requireAdmin,
  head: ({ match, params: { id } }) =>
    pageHead(match.context, {
      title: m.grades_title(),
      path: `/admin/courses/${id}/gradebook`,
      noindex: true,
    }),
  component: Gradebook,
});

function Gradebook() {
  const { id } = Route.useParams();
  return <GradebookPage key={id} courseId={id} />;
}
