import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { pageHead } from '#web/lib/page-head.ts';

const load = () => import('./-author.tsx');

export const Route = createFileRoute('/authors/$slug')({
  validateSearch: ({ page }: Record<string, unknown>): { page?: number } =>
    Number(page) > 1 ? { page: Math.min(Math.trunc(Number(page)), 1000) } : {},
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, params }) => {
    const { loadAuthor } = await import('#web/features/authors/load-author.ts');
    const words = await loadAuthor(context, params.slug, deps.page);
    if (!words) throw notFound();
    return words;
  },
  head: ({ loaderData, match }) => (loaderData ? pageHead(match.context, loaderData) : {}),
  // Few first visits are to an author.
  component: lazyRouteComponent(load, 'Author'),
  notFoundComponent: lazyRouteComponent(load, 'AuthorMissing'),
});
