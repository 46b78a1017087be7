import { type BuiltInPage, type EditedPage, isBuiltIn } from '#contract/pages';
import { customPagePath } from '#domain/site/custom-page-path';
import { m } from '#web/lib/messages.ts';

export interface PageWords {
  readonly title: () => string;
  readonly lead?: () => string;
  /** Description of the toast after a save; its title is 'Changes saved'. */
  readonly saved: () => string;
  readonly loadFailed: () => string;
  readonly saveFailed: () => string;
  /** Where readers see the page. */
  readonly path: string;
}

const FAILURES = { loadFailed: m.settings_page_load_failed, saveFailed: m.settings_page_save_failed };

/** What is said about a page; one that the school added is called what its content says. */
export function pageWords({ content, name }: Pick<EditedPage, 'content' | 'name'>): PageWords {
  if (isBuiltIn(name)) return PAGE_WORDS[name];
  const { slug, title } = content.kind === 'custom' ? content : { slug: '', title: '' };
  return {
    ...FAILURES,
    title: () => title || m.pages_new(),
    saved: m.pages_saved,
    path: customPagePath(slug),
  };
}

export const PAGE_WORDS: Record<BuiltInPage, PageWords> = {
  about_us: {
    title: m.settings_about,
    lead: m.settings_about_lead,
    saved: m.settings_about_saved,
    loadFailed: m.settings_about_load_failed,
    saveFailed: m.settings_about_save_failed,
    path: '/about',
  },
  terms: {
    ...FAILURES,
    title: m.settings_terms,
    lead: m.settings_terms_lead,
    saved: m.settings_terms_saved,
    path: '/terms',
  },
  privacy: {
    ...FAILURES,
    title: m.settings_privacy,
    lead: m.settings_privacy_lead,
    saved: m.settings_privacy_saved,
    path: '/privacy',
  },
  cookies: {
    ...FAILURES,
    title: m.settings_cookies,
    lead: m.settings_cookies_lead,
    saved: m.settings_cookies_saved,
    path: '/cookies',
  },
  faq: {
    ...FAILURES,
    title: m.settings_faq,
    lead: m.settings_faq_lead,
    saved: m.settings_faq_saved,
    path: '/faq',
  },
  contact: {
    ...FAILURES,
    title: m.settings_contact,
    lead: m.settings_contact_lead,
    saved: m.settings_contact_saved,
    path: '/contact',
  },
};
