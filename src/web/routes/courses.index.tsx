import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CataloguePage } from '#web/features/courses/catalogue-page.tsx';
import { parseCatalogueSearch } from '#web/features/courses/catalogue-search.ts';
import { catalogueQuery, categoriesQuery } from '#web/features/courses/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/courses/')({
  validateSearch: parseCatalogueSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, queryClient }, deps }) => {
    const found = queryClient.ensureQueryData(catalogueQuery(api, deps));
    const [{ items }] = await Promise.all([found, queryClient.ensureQueryData(categoriesQuery(api))]);
    if (items.some(({ locked }) => locked))
      await (await import('#web/features/courses/locked/offer-queries.ts')).loadPrices(api, queryClient);
  },
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.courses_title(),
      description: m.courses_head(),
      path: '/courses',
      crumbs: [{ label: m.site_home(), to: '/' }, { label: m.courses_crumb() }],
    }),
  component: Catalogue,
  // Only the catalogue shows it: no other page downloads it.
  pendingComponent: lazyRouteComponent(
    () => import('#web/features/courses/pending-catalogue.tsx'),
    'PendingCatalogue',
  ),
  // Downloaded only where something failed.
  errorComponent: lazyRouteComponent(
    () => import('#web/features/courses/catalogue-error.tsx'),
    'CatalogueError',
  ),
});

function Catalogue() {
  return <CataloguePage search={Route.useSearch()} />;
}
