import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
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
    return post;
  },
  head: ({ loaderData, match, params: { id } }) => {
    if (!loaderData) return {};
    const { publicUrl } = siteInfo(match.context.queryClient);
    const path = `/blogs/${id}`;
    return pageHead(match.context, {
      title: loaderData.title,
      path,
      image: loaderData.shareImage,
      crumbs: [
        { label: m.site_home(), to: '/' },
        { label: m.posts_title(), to: '/blogs' },
        { label: loaderData.title },
      ],
      ...(loaderData.access === 'open' && loaderData.state === 'published'
        ? {
            description: loaderData.description,
            jsonLd: [
              {
                '@type': 'Article',
                headline: loaderData.title,
                description: loaderData.description,
                url: `${publicUrl}${path}`,
                datePublished: loaderData.publishedAt,
                dateModified: loaderData.updatedAt,
                ...(loaderData.author && { author: { '@type': 'Person', name: loaderData.author } }),
              },
            ],
          }
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
      <PostPage post={post}>
        <CommentPlace courseId={id} />
      </PostPage>
    );
  if (post?.access === 'locked') return <LockedPostPage post={post} id={id} />;
  return <PostGone isMissing />;
}
