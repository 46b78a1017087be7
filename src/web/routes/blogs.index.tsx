import { createFileRoute } from '@tanstack/react-router';
import { BlogsPage } from '#web/features/posts/blogs-page.tsx';
import { FeedError } from '#web/features/posts/feed-error.tsx';
import { type FeedSearch, feedQuery } from '#web/features/posts/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/blogs/')({
  validateSearch: ({ kind, page }: Record<string, unknown>): FeedSearch => {
    const number = Number(page);
    return {
      ...((kind === 'post' || kind === 'course') && { kind }),
      ...(Number.isInteger(number) && number > 1 && number <= 1000 && { page: number }),
    };
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) =>
    queryClient.ensureQueryData(feedQuery(api, deps)).then(() => null),
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.posts_title(),
      description: m.posts_head(),
      path: '/blogs',
      crumbs: [{ label: m.site_home(), to: '/' }, { label: m.posts_title() }],
    }),
  errorComponent: FeedError,
  component: Blogs,
});

function Blogs() {
  return <BlogsPage search={Route.useSearch()} />;
}
