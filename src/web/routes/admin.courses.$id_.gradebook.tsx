import { createFileRoute } from '@tanstack/react-router';
import { gradebookPath } from '#domain/site/admin-paths';
import { GradebookPage } from '#web/features/grades/gradebook-page.tsx';
import type { GradebookSearch } from '#web/features/grades/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { readPlace } from '#web/lib/place.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/courses/$id_/gradebook')({
  validateSearch: (search: Record<string, unknown>): GradebookSearch => {
    const q = search.q === undefined ? '' : String(search.q).slice(0, 200);
    return { ...(q && { q }), ...readPlace(search) };
  },
  beforeLoad: requireAdmin,
  head: ({ match, params: { id } }) =>
    pageHead(match.context, {
      title: m.grades_title(),
      path: gradebookPath(id),
      noindex: true,
    }),
  component: Gradebook,
});

function Gradebook() {
  const { id } = Route.useParams();
  return <GradebookPage key={id} courseId={id} search={Route.useSearch()} />;
}
