import { createFileRoute } from '@tanstack/react-router';
import { CommentQueue } from '#web/features/comments/comment-queue.tsx';
import { requireAdmin } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/comments')({
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.comments_queue_title(), path: '/admin/comments', noindex: true }),
  component: CommentQueue,
});
