import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';

const load = () => import('./-settings.tsx');

/** The list of pages, their editors, and some settings: one route for all, because every route costs every visitor bytes. */
export const Route = createFileRoute('/admin/settings/$')({
  // The draft of an editor is of this browser; on the server there is nothing to draw.
  ssr: false,
  loader: async ({ context, params }) => {
    const head = (await load()).settingsHead(context, params._splat);
    if (!head) throw notFound();
    return head;
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: lazyRouteComponent(load, 'Settings'),
});
