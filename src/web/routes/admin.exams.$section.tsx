import { createFileRoute } from '@tanstack/react-router';
import { examStatisticsPath } from '#domain/site/admin-paths';
import { ExamStatisticsPage } from '#web/features/grades/exam-statistics-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/exams/$section')({
  beforeLoad: requireAdmin,
  head: ({ match, params: { section } }) =>
    pageHead(match.context, {
      title: m.grades_statistics(),
      path: examStatisticsPath(section),
      noindex: true,
    }),
  component: Statistics,
});

function Statistics() {
  const { section } = Route.useParams();
  return <ExamStatisticsPage key={section} sectionId={section} />;
}
