import { createFileRoute } from '@tanstack/react-router';
import { MediaLibrary } from '#web/features/media-admin/media-library.tsx';
import { isMediaState, type MediaSearch } from '#web/features/media-admin/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/media')({
  staticData: {
    sidebar: {
      group: 'content',
      position: 3,
      label: m.media_title,
      icon: 'M3.5 4.5h13v11h-13zM3.5 13l4-4 3 3 2-2 4 4M13 8v.01',
    },
  },
  validateSearch: ({ q, state, tag }: Record<string, unknown>): MediaSearch => {
    const words = q === undefined ? '' : String(q).slice(0, 200);
    const label = tag === undefined ? '' : String(tag).slice(0, 40);
    return {
      ...(words && { q: words }),
      ...(isMediaState(state) && { state }),
      ...(label && { tag: label }),
    };
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.media_title(), path: '/admin/media', noindex: true }),
  component: Media,
});

function Media() {
  return <MediaLibrary search={Route.useSearch()} />;
}
