import { createFileRoute } from '@tanstack/react-router';
import { COURSE_STATES, type CourseState } from '#domain/courses/life-cycle';
import { TIERS, type Tier } from '#domain/tiers';
import { CourseList } from '#web/features/course-admin/lists/course-list.tsx';
import type { CourseListSearch } from '#web/features/course-admin/queries.ts';
import { listSearch } from '#web/lib/list-search.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/courses/')({
  staticData: {
    sidebar: {
      group: 'admin',
      position: 2,
      label: m.shell_side_courses,
      icon: 'M4 4.5h9a2 2 0 0 1 2 2v9.5H6a2 2 0 0 1-2-2zM4 14a2 2 0 0 1 2-2h9M7.5 8h4',
    },
  },
  validateSearch: (search: Record<string, unknown>): CourseListSearch => {
    const state = COURSE_STATES.find((one): one is CourseState => one === search.state);
    const level = TIERS.find((tier): tier is Tier => tier === search.level);
    return { ...listSearch<'q'>(search), ...(level && { level }), ...(state && { state }) };
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.admin_courses_title(), path: '/admin/courses', noindex: true }),
  component: Courses,
});

function Courses() {
  return <CourseList search={Route.useSearch()} />;
}
