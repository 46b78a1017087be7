import { createFileRoute } from '@tanstack/react-router';
import { MediaLibrary } from '#web/features/media-admin/media-library.tsx';
import { isMediaState, type MediaSearch } from '#web/features/media-admin/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/media')({
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
