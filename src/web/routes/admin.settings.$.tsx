import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

const TITLES: Partial<Record<string, () => string>> = {
  about: m.settings_about,
  terms: m.settings_terms,
  privacy: m.settings_privacy,
  cookies: m.settings_cookies,
  faq: m.settings_faq,
  contact: m.settings_contact,
  pages: m.pages_title,
  landing: m.config_landing_title,
  menus: m.config_menus_title,
  publishing: m.config_publishing_title,
  retention: m.config_retention_title,
  security: m.config_security_title,
  seo: m.config_seo_title,
  theme: m.config_theme_title,
};
const titleOf = (path = '') => {
  const name = path.replace(/^pages\/[\w-]+$/, 'pages');
  return Object.hasOwn(TITLES, name) ? TITLES[name] : undefined;
};

/** The list of pages, their editors, and some settings: one route for all, because every route costs every visitor bytes. */
export const Route = createFileRoute('/admin/settings/$')({
  // The draft of an editor is of this browser; on the server there is nothing to draw.
  ssr: false,
  beforeLoad: ({ params: { _splat } }) => {
    if (!titleOf(_splat)) throw notFound();
  },
  head: ({ match, params: { _splat } }) =>
    pageHead(match.context, {
      title: titleOf(_splat)?.() ?? '',
      path: `/admin/settings/${_splat}`,
      noindex: true,
    }),
  component: lazyRouteComponent(() => import('./-settings.tsx'), 'Settings'),
});
