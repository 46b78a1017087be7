import { createFileRoute, notFound } from '@tanstack/react-router';
import type { EditedPageName } from '#contract/pages';
import { EditPage } from '#web/features/site-admin/editor/edit-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

const PAGES: Partial<Record<string, { name: EditedPageName; title: () => string }>> = {
  about: { name: 'about_us', title: m.settings_about },
  terms: { name: 'terms', title: m.settings_terms },
  privacy: { name: 'privacy', title: m.settings_privacy },
  cookies: { name: 'cookies', title: m.settings_cookies },
  faq: { name: 'faq', title: m.settings_faq },
  contact: { name: 'contact', title: m.settings_contact },
};

/** The page editors: one address each, one route for all, because every route costs every visitor bytes. */
export const Route = createFileRoute('/admin/settings/$page')({
  // The draft of an editor is of this browser; on the server there is nothing to draw.
  ssr: false,
  beforeLoad: ({ params: { page } }) => {
    if (!Object.hasOwn(PAGES, page)) throw notFound();
  },
  head: ({ match, params: { page } }) =>
    pageHead(match.context, {
      title: PAGES[page]?.title() ?? m.settings_title(),
      path: `/admin/settings/${page}`,
      noindex: true,
    }),
  component: Edit,
});

function Edit() {
  const { page } = Route.useParams();
  const known = PAGES[page];
  return known && <EditPage key={known.name} name={known.name} />;
}
