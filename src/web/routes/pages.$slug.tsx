import { createFileRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';

const load = () => import('./-custom-page.tsx');

export const Route = createFileRoute('/pages/$slug')({
  loader: async ({ context, params }) => {
    const head = await (await load()).loadPage(context, params.slug);
    if (!head) throw notFound();
    if ('moved' in head) throw redirect({ href: head.moved, statusCode: 301 });
    return head;
  },
  head: ({ loaderData }) => loaderData ?? {},
  // Few first visits are to such a page.
  component: lazyRouteComponent(load, 'Custom'),
  notFoundComponent: lazyRouteComponent(load, 'PageMissing'),
});
