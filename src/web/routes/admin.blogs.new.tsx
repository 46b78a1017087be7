import { createFileRoute } from '@tanstack/react-router';
import { NewPostPage } from '#web/features/course-admin/new-post-page.tsx';
import { requireAdmin } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/blogs/new')({
  // The draft of a form is of this browser; on the server there is nothing to draw.
  ssr: false,
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.posts_admin_new(), path: '/admin/blogs/new', noindex: true }),
  component: NewPostPage,
});
