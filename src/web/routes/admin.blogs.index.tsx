import { createFileRoute } from '@tanstack/react-router';
import { COURSE_STATES, type CourseState } from '#domain/courses/life-cycle';
import { TIERS, type Tier } from '#domain/tiers';
import { PostList } from '#web/features/course-admin/lists/post-list.tsx';
import type { CourseListSearch } from '#web/features/course-admin/queries.ts';
import { listSearch } from '#web/lib/list-search.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/blogs/')({
  staticData: {
    sidebar: {
      group: 'content',
      position: 1,
      label: m.posts_admin_title,
      icon: 'M4 16l1-4 8.5-8.5 3 3L8 15zM11.5 5.5l3 3',
    },
  },
  validateSearch: (search: Record<string, unknown>): CourseListSearch => {
    const state = COURSE_STATES.find((one): one is CourseState => one === search.state);
    const level = TIERS.find((tier): tier is Tier => tier === search.level);
    return {
      ...listSearch<'q'>(search),
      ...(level && { level }),
      ...(state && { state }),
    };
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.posts_admin_title(), path: '/admin/blogs', noindex: true }),
  component: Posts,
});

function Posts() {
  return <PostList search={Route.useSearch()} />;
}
