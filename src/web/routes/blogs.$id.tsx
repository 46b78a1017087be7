import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { Byline } from '#web/features/authors/byline.tsx';
import { CommentPlace } from '#web/features/comments/comment-place.tsx';
import { LockedPostPage } from '#web/features/posts/locked-post.tsx';
import { PostGone } from '#web/features/posts/post-gone.tsx';
import { PostPage } from '#web/features/posts/post-page.tsx';
import { postQuery } from '#web/features/posts/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';

export const Route = createFileRoute('/blogs/$id')({
  loader: async ({ context: { api, queryClient }, params: { id } }) => {
    const post = await queryClient.ensureQueryData(postQuery(api, id));
    if (!post) throw notFound();
    if (post.access === 'course') throw redirect({ href: `/courses/${post.slug}` });
    if (post.access !== 'open' || post.state !== 'published') return { post };
    const { postJsonLd } = await import('#web/features/posts/post-json-ld.ts');
    return { post, jsonLd: postJsonLd(post, `/blogs/${id}`, siteInfo(queryClient)) };
  },
  head: ({ loaderData, match, params: { id } }) => {
    if (!loaderData) return {};
    const { jsonLd, post } = loaderData;
    return pageHead(match.context, {
      title: post.title,
      path: `/blogs/${id}`,
      image: post.shareImage,
      crumbs: [
        { label: m.site_home(), to: '/' },
        { label: m.posts_title(), to: '/blogs' },
        { label: post.title },
      ],
      ...(jsonLd && post.access === 'open'
        ? { description: post.description, jsonLd: [jsonLd] }
        : { noindex: true }),
    });
  },
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
