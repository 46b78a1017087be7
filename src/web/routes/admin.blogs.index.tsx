import { createFileRoute } from '@tanstack/react-router';
import { TIERS, type Tier } from '#domain/tiers';
import { PostList } from '#web/features/course-admin/post-list.tsx';
import type { PostListSearch } from '#web/features/course-admin/queries.ts';
import { requireAdmin } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/blogs/')({
  validateSearch: (search: Record<string, unknown>): PostListSearch => {
    const level = TIERS.find((tier): tier is Tier => tier === search.level);
    const state = (['draft', 'scheduled', 'published'] as const).find((one) => one === search.state);
    const q = search.q === undefined ? '' : String(search.q).slice(0, 200);
    const page = Number(search.page);
    return {
      ...(q && { q }),
      ...(level && { level }),
      ...(state && { state }),
      ...(Number.isInteger(page) && page > 1 && page <= 1000 && { page }),
    };
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.posts_admin_title(), path: '/admin/blogs', noindex: true }),
  component: Posts,
});

function Posts() {
  return <PostList search={Route.useSearch()} />;
}
