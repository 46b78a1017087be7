import type { QueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { BuiltInPage } from '#contract/pages';
import { EditPage } from '#web/features/site-admin/editor/edit-page.tsx';
import { EditCustomPage, NewCustomPage } from '#web/features/site-admin/pages/edit-custom-page.tsx';
import { PagesPage } from '#web/features/site-admin/pages/pages-page.tsx';
import { AlertsPage } from '#web/features/site-config/alerts/alerts-page.tsx';
import { LegalPage } from '#web/features/site-config/legal-page.tsx';
import { MailsPage } from '#web/features/site-config/mails-page.tsx';
import { PlanSettingsPage } from '#web/features/site-config/plan-settings-page.tsx';
import { PublishingPage } from '#web/features/site-config/publishing-page.tsx';
import { RetentionPage } from '#web/features/site-config/retention-page.tsx';
import { SchoolPage } from '#web/features/site-config/school-page.tsx';
import { SecurityPage } from '#web/features/site-config/security-page.tsx';
import { SeoPage } from '#web/features/site-config/seo-page.tsx';
import { ThemePage } from '#web/features/site-config/theme-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useFirstSave } from '#web/lib/saving/use-first-save.ts';
import { LandingSettings } from './-landing-settings.tsx';
import { MenusSettings } from './-menus-settings.tsx';

const BUILT_IN: Partial<Record<string, BuiltInPage>> = {
  about: 'about_us',
  terms: 'terms',
  privacy: 'privacy',
  cookies: 'cookies',
  faq: 'faq',
  contact: 'contact',
};
const PAGES: Partial<Record<string, ComponentType>> = {
  pages: PagesPage,
  alerts: AlertsPage,
  landing: LandingSettings,
  legal: LegalPage,
  notifications: MailsPage,
  plans: PlanSettingsPage,
  school: SchoolPage,
  menus: MenusSettings,
  publishing: PublishingPage,
  retention: RetentionPage,
  security: SecurityPage,
  seo: SeoPage,
  theme: ThemePage,
};

const TITLES: Readonly<Partial<Record<string, () => string>>> = {
  about: m.settings_about,
  terms: m.settings_terms,
  privacy: m.settings_privacy,
  cookies: m.settings_cookies,
  faq: m.settings_faq,
  contact: m.settings_contact,
  pages: m.pages_title,
  alerts: m.alerts_title,
  landing: m.config_landing_title,
  legal: m.legal_settings_title,
  notifications: m.config_mails_title,
  plans: m.config_plans_title,
  school: m.config_school_title,
  menus: m.config_menus_title,
  publishing: m.config_publishing_title,
  retention: m.config_retention_title,
  security: m.config_security_title,
  seo: m.config_seo_title,
  theme: m.config_theme_title,
};

/** The head of what stands at an address below the settings; null where there is nothing. */
export function settingsHead(context: { queryClient: QueryClient }, path = '') {
  const name = path.replace(/^pages\/[\w-]+$/, 'pages');
  const title = Object.hasOwn(TITLES, name) ? TITLES[name] : undefined;
  return title ? pageHead(context, { title: title(), path: `/admin/settings/${path}`, noindex: true }) : null;
}

/** What stands at an address below the settings. */
export function Settings() {
  const { _splat = '' } = useParams({ from: '/admin/settings/$' });
  return <At key={_splat.startsWith('pages/') ? 'page' : _splat} path={_splat} />;
}

function At({ path }: { path: string }) {
  const Page = PAGES[path];
  if (Page) return <Page />;
  const name = BUILT_IN[path];
  return name ? <EditPage name={name} /> : <CustomPage id={path.replace('pages/', '')} />;
}

/** The form of a new page stays on the screen when its first save leads to the page's address. */
function CustomPage({ id }: { id: string }) {
  const navigate = useNavigate();
  const { formKey, isHere, onSaved } = useFirstSave(id === 'new' ? undefined : id, (created) =>
    navigate({
      to: '/admin/settings/$',
      params: { _splat: `pages/${created}` },
      ignoreBlocker: true,
      resetScroll: false,
    }),
  );
  return isHere ? <NewCustomPage key={formKey} onCreated={onSaved} /> : <EditCustomPage key={id} id={id} />;
}
