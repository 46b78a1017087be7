import { createFileRoute } from '@tanstack/react-router';
import { MyCoursesPage } from '#web/features/learning/my-courses-page.tsx';
import { requireMember } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/my-courses')({
  beforeLoad: requireMember,
  head: ({ match }) =>
    pageHead(match.context, { title: m.profile_my_courses(), path: '/my-courses', noindex: true }),
  component: MyCoursesPage,
});
