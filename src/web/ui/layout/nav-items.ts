import { m } from '#web/lib/messages.ts';

export interface NavItem {
  readonly to: string;
  readonly label: () => string;
}

/** The top navigation (spec section 2). */
export const TOP_NAVIGATION: readonly NavItem[] = [
  { to: '/courses', label: m.shell_nav_courses },
  { to: '/blogs', label: m.shell_nav_blogs },
  { to: '/pricing', label: m.shell_nav_pricing },
  { to: '/about', label: m.shell_nav_about },
];

/** The columns of the footer (spec section 2). */
export const FOOTER_COLUMNS: readonly { readonly title: () => string; readonly items: readonly NavItem[] }[] =
  [
    {
      title: m.shell_footer_platform,
      items: [
        { to: '/courses', label: m.shell_footer_all_courses },
        { to: '/pricing', label: m.shell_footer_pricing_plans },
        { to: '/about', label: m.shell_footer_about_us },
      ],
    },
    {
      title: m.shell_footer_support,
      items: [
        { to: '/faq', label: m.shell_footer_faq },
        { to: '/contact', label: m.shell_footer_contact },
        { to: '/help', label: m.shell_footer_help },
      ],
    },
    {
      title: m.shell_footer_legal,
      items: [
        { to: '/terms', label: m.shell_footer_terms },
        { to: '/privacy', label: m.shell_footer_privacy },
        { to: '/cookies', label: m.shell_footer_cookies },
      ],
    },
  ];
