import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { slugPath } from '#domain/courses/page-paths';
import { Byline } from '#web/features/authors/byline.tsx';
import { CommentPlace } from '#web/features/comments/comment-place.tsx';
import { LockedPostPage } from '#web/features/posts/locked-post.tsx';
import { PostGone } from '#web/features/posts/post-gone.tsx';
import { PostPage } from '#web/features/posts/post-page.tsx';
import { postQuery } from '#web/features/posts/queries.ts';
import { useApi } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/blogs/$id')({
  loader: async ({ context: { api, queryClient }, params: { id } }) => {
    const post = await queryClient.ensureQueryData(postQuery(api, id));
    if (!post) throw notFound();
    if (post.access === 'course') throw redirect({ href: slugPath(post.slug) });
    const { postHead } = await import('#web/features/posts/post-head.ts');
    return postHead({ queryClient }, post, id);
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: Post,
  notFoundComponent: () => <PostGone isMissing />,
  errorComponent: () => <PostGone isMissing={false} />,
});

function Post() {
  const { id } = Route.useParams();
  const { data: post } = useSuspenseQuery(postQuery(useApi(), id));
  if (post?.access === 'open')
    return (
      <PostPage post={post} byline={<Byline authors={post.authors} />}>
        <CommentPlace courseId={id} />
      </PostPage>
    );
  if (post?.access === 'locked') return <LockedPostPage post={post} id={id} />;
  return <PostGone isMissing />;
}
