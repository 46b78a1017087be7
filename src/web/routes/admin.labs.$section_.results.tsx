import { createFileRoute } from '@tanstack/react-router';
import { LabResultsPage } from '#web/features/grades/labs/lab-results-page.tsx';
import { listSearch } from '#web/lib/list-search.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/labs/$section_/results')({
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const { page } = listSearch(search);
    return page === undefined ? {} : { page };
  },
  beforeLoad: requireAdmin,
  head: ({ match, params: { section } }) =>
    pageHead(match.context, {
      title: m.grades_lab_results(),
      path: `/admin/labs/${section}/results`,
      noindex: true,
    }),
  component: Results,
});

function Results() {
  const { section } = Route.useParams();
  return <LabResultsPage key={section} sectionId={section} page={Route.useSearch().page ?? 1} />;
}
