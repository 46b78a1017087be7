import { createFileRoute } from '@tanstack/react-router';
import { TIERS, type Tier } from '#domain/tiers';
import { CourseList } from '#web/features/course-admin/course-list.tsx';
import type { CourseListSearch } from '#web/features/course-admin/queries.ts';
import { requireAdmin } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/courses/')({
  validateSearch: (search: Record<string, unknown>): CourseListSearch => {
    const level = TIERS.find((tier): tier is Tier => tier === search.level);
    const q = search.q === undefined ? '' : String(search.q).slice(0, 200);
    const page = Number(search.page);
    return {
      ...(q && { q }),
      ...(level && { level }),
      ...(Number.isInteger(page) && page > 1 && page <= 1000 && { page }),
    };
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.admin_courses_title(), path: '/admin/courses', noindex: true }),
  component: Courses,
});

function Courses() {
  return <CourseList search={Route.useSearch()} />;
}
