import { createFileRoute } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

/** The form itself is drawn by the route above, which keeps it after the first save. */
export const Route = createFileRoute('/admin/blogs/_form/new')({
  head: ({ match }) =>
    pageHead(match.context, { title: m.posts_admin_new(), path: '/admin/blogs/new', noindex: true }),
});
