import { m } from '#web/lib/messages.ts';

export interface SettingsLink {
  readonly to: string;
  readonly label: () => string;
  readonly text: () => string;
  /** Path of the icon in a box of 20 by 20. */
  readonly icon: string;
}

export interface SettingsGroup {
  readonly id: string;
  readonly title: () => string;
  readonly links: readonly SettingsLink[];
}

/** Everything under /admin/settings, as the hub shows it (spec section 2). */
export const SETTINGS_GROUPS: readonly SettingsGroup[] = [
  {
    id: 'pages',
    title: m.settings_group_pages,
    links: [
      {
        to: '/admin/settings/pages',
        label: m.pages_title,
        text: m.pages_text,
        icon: 'M6.500 3.500h10v10h-10zM3.500 6.500v10h10M9 7h5M9 10h5',
      },
      {
        to: '/admin/settings/about',
        label: m.settings_about,
        text: m.settings_about_text,
        icon: 'M3.5 16.5v-9L10 3.5l6.5 4v9zM8 16.5v-5h4v5',
      },
      {
        to: '/admin/settings/faq',
        label: m.settings_faq,
        text: m.settings_faq_text,
        icon: 'M3.5 4.5h13v9h-7l-3.5 3v-3h-2.5zM8.2 7.7a1.9 1.9 0 1 1 2.6 1.8c-.5.2-.8.5-.8 1M10 12v.01',
      },
      {
        to: '/admin/settings/terms',
        label: m.settings_terms,
        text: m.settings_terms_text,
        icon: 'M5 3.5h7l3 3v10H5zM12 3.5v3h3M7.5 9.5h5M7.5 12.5h5',
      },
      {
        to: '/admin/settings/privacy',
        label: m.settings_privacy,
        text: m.settings_privacy_text,
        icon: 'M10 3l6 2v4.5c0 3.5-2.3 6-6 7.5-3.7-1.5-6-4-6-7.5V5zM7.5 10l1.8 1.8 3.2-3.5',
      },
      {
        to: '/admin/settings/cookies',
        label: m.settings_cookies,
        text: m.settings_cookies_text,
        icon: 'M16.5 10.5A6.5 6.5 0 1 1 9.5 3.5c0 2 1 3 2.7 3 0 2 1.5 3.5 4.3 4zM7.5 8v.01M7 12v.01M11 13v.01',
      },
      {
        to: '/admin/settings/contact',
        label: m.settings_contact,
        text: m.settings_contact_text,
        icon: 'M3 5h14v10H3zM3 6l7 5 7-5',
      },
    ],
  },
  {
    id: 'site',
    title: m.settings_group_site,
    links: [
      {
        to: '/admin/settings/school',
        label: m.settings_school,
        text: m.settings_school_text,
        icon: 'M10 4l8 4-8 4-8-4zM5.5 10v4c2.5 2 6.500 2 9 0v-4M18 8v5',
      },
      {
        to: '/admin/settings/landing',
        label: m.settings_landing,
        text: m.settings_landing_text,
        icon: 'M3 4h14v12H3zM3 8h14M6 11.500h4M6 13.500h3M13 11.500h1.500v2H13z',
      },
      {
        to: '/admin/settings/menus',
        label: m.settings_menus,
        text: m.settings_menus_text,
        icon: 'M3.5 5.5h13M3.5 10h13M3.5 14.500h8',
      },
      {
        to: '/admin/settings/seo',
        label: m.settings_seo,
        text: m.settings_seo_text,
        icon: 'M13.5 8.5a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM12 12l4.5 4.5',
      },
      {
        to: '/admin/settings/theme',
        label: m.settings_theme,
        text: m.settings_theme_text,
        icon: 'M10 3.5a6.5 6.5 0 1 0 0 13zM10 3.5a6.5 6.5 0 0 1 0 13M10 7h5.5M10 10h6.5M10 13h5.5',
      },
      {
        to: '/admin/settings/notifications',
        label: m.settings_notifications,
        text: m.settings_notifications_text,
        icon: 'M5 13.5V9a5 5 0 0 1 10 0v4.5l1.5 1.5h-13zM8.5 17h3',
      },
      {
        to: '/admin/settings/plans',
        label: m.settings_plans,
        text: m.settings_plans_text,
        icon: 'M3.5 5.5h13v9h-13zM3.5 9h13M6.5 12h3',
      },
      {
        to: '/admin/settings/publishing',
        label: m.settings_publishing,
        text: m.settings_publishing_text,
        icon: 'M4 16.5h12M10 13V3.5M6 7.5l4-4 4 4',
      },
      {
        to: '/admin/settings/retention',
        label: m.settings_retention,
        text: m.settings_retention_text,
        icon: 'M10 3.500a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13zM10 6.500V10l2.500 2',
      },
      {
        to: '/admin/settings/legal',
        label: m.legal_settings_title,
        text: m.settings_legal_text,
        icon: 'M10 3.5v13M6 16.500h8M4 6.500h12M4 6.500l-2 5h4zM16 6.500l-2 5h4z',
      },
      {
        to: '/admin/settings/security',
        label: m.settings_security,
        text: m.settings_security_text,
        icon: 'M4.5 9h11v7.5h-11zM7 9V6.5a3 3 0 0 1 6 0V9M10 12v2',
      },
      {
        to: '/admin/settings/alerts',
        label: m.alerts_title,
        text: m.alerts_text,
        icon: 'M2.500 10.500h3.500l2-5 3.500 9 2-4h4',
      },
    ],
  },
  {
    id: 'help',
    title: m.settings_group_help,
    links: [
      {
        to: '/admin/settings/documentation',
        label: m.settings_documentation,
        text: m.settings_documentation_text,
        icon: 'M10 5.5C8 4.2 5.7 4 3 4.3v10.4c2.7-.3 5-.1 7 1.3 2-1.4 4.3-1.6 7-1.3V4.3c-2.7-.3-5-.1-7 1.2zM10 5.5V16',
      },
    ],
  },
];

/** The entry of the hub that this path belongs to. */
export function settingsLinkOf(path: string): SettingsLink | undefined {
  return SETTINGS_GROUPS.flatMap(({ links }) => links).find(({ to }) => path.replace(/\/$/, '') === to);
}
