import { createFileRoute } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

/** The form itself is drawn by the route above, which keeps it after the first save. */
export const Route = createFileRoute('/admin/courses/_form/new')({
  head: ({ match }) =>
    pageHead(match.context, { title: m.admin_course_new(), path: '/admin/courses/new', noindex: true }),
});
