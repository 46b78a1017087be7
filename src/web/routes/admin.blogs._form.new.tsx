import { createFileRoute } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

/** The form itself is drawn by the route above, which keeps it after the first save. */
export const Route = createFileRoute('/admin/blogs/_form/new')({
  // Which buttons the form has depends on it.
  loader: async ({ context: { api, queryClient } }) => {
    const { startsAsDraftQuery } = await import('#web/features/course-admin/publishing/status-queries.ts');
    await queryClient.prefetchQuery(startsAsDraftQuery(api));
  },
  head: ({ match }) =>
    pageHead(match.context, { title: m.posts_admin_new(), path: '/admin/blogs/new', noindex: true }),
});
