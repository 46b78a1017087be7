import { createFileRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { pageHead } from '#web/lib/page-head.ts';

const load = () => import('./-custom-page.tsx');

export const Route = createFileRoute('/pages/$slug')({
  loader: async ({ context, params }) => {
    const words = await (await load()).loadPage(context, params.slug);
    if (!words) throw notFound();
    if ('moved' in words) throw redirect({ href: words.moved, statusCode: 301 });
    return words;
  },
  head: ({ loaderData, match }) => (loaderData ? pageHead(match.context, loaderData) : {}),
  // Few first visits are to such a page.
  component: lazyRouteComponent(load, 'Custom'),
  notFoundComponent: lazyRouteComponent(load, 'PageMissing'),
});
