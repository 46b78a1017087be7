import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PostPage } from '#web/features/course-admin/posts/post-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { toast } from '#web/lib/toast.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';

export const Route = createFileRoute('/admin/blogs/_form/$id')({
  // Loaded in the browser, where an error keeps its code: what the server sends of one is its message.
  ssr: false,
  // Not among the routes that everybody downloads.
  loader: async ({ context: { api, queryClient }, params: { id } }) => {
    const { courseDraftQuery, editPostQuery } = await import('#web/features/course-admin/edit-queries.ts');
    const { statusQuery } = await import('#web/features/course-admin/publishing/status-queries.ts');
    // The bar that shows it stands above the form, which would move.
    await queryClient.prefetchQuery(statusQuery(api, id));
    const [post, draft] = await Promise.all([
      queryClient.fetchQuery(editPostQuery(api, id)),
      queryClient.fetchQuery(courseDraftQuery(api, id)),
    ]);
    return { post, draft };
  },
  gcTime: 0,
  head: ({ match, params: { id } }) =>
    pageHead(match.context, { title: m.posts_admin_edit(), path: `/admin/blogs/${id}`, noindex: true }),
  component: EditPost,
});

function EditPost() {
  const { post, draft } = Route.useLoaderData();
  return post ? <PostPage key={post.id} post={post} draft={draft} /> : <PostGone />;
}

/** No such post: says so and goes back to the list, once the page stands. */
function PostGone() {
  const navigate = useNavigate();
  useEffect(() => {
    toast({ title: m.posts_missing_title(), description: m.posts_missing(), variant: 'destructive' });
    navigate({ to: '/admin/blogs', replace: true });
  }, [navigate]);
  return <LoadingState />;
}
