import { createFileRoute } from '@tanstack/react-router';
import { BlogsPage } from '#web/features/site/blogs-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/blogs/')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.site_blogs(),
      description: m.site_blogs_head(),
      path: '/blogs',
      crumbs: [{ label: m.site_home(), to: '/' }, { label: m.site_blogs() }],
    }),
  component: BlogsPage,
});
