import type { User } from '#contract/accounts/accounts';
import { m } from '#web/lib/messages.ts';
import { chooseScheme } from '#web/theme/color-scheme.ts';
import { FOOTER_COLUMNS, TOP_NAVIGATION } from '#web/ui/layout/nav-items.ts';
import { SETTINGS_GROUPS } from '#web/ui/layout/settings-links.ts';
import { MEMBER_ITEMS, type SidebarItem } from '../sidebar-items.ts';

export type Group = 'pages' | 'settings' | 'actions' | 'courses' | 'posts' | 'people';

/** What can be chosen: a page to go to, or something that is done. */
export interface Command {
  readonly id: string;
  readonly group: Group;
  readonly label: string;
  /** What is found by it, and shown small beside the label. */
  readonly further?: string | undefined;
  readonly does: { readonly to: string } | { readonly run: () => unknown };
}

interface Named {
  readonly to: string;
  readonly label: () => string;
  readonly text?: () => string;
}

const link =
  (group: Group) =>
  ({ label, text, to }: Named): Command => ({
    id: `${group}:${to}`,
    group,
    label: label(),
    further: text?.(),
    does: { to },
  });

const OWN: readonly Named[] = [
  { to: '/profile', label: m.shell_profile },
  { to: '/notifications', label: m.notices_title },
  { to: '/team', label: m.teams_title },
];

const MAKING: readonly Named[] = [
  { to: '/admin/courses/new', label: m.palette_new_course },
  { to: '/admin/blogs/new', label: m.palette_new_post },
  { to: '/admin/settings/pages/new', label: m.palette_new_page },
  { to: '/admin/subscriptions/new', label: m.palette_new_plan },
];

/** Everything that can be reached without asking the server, in the order in which an empty palette shows it. */
export function ownCommands(
  { role }: User,
  adminItems: readonly SidebarItem[],
  logout: () => unknown,
): Command[] {
  const isAdmin = role === 'admin';
  // Some are called as a page of members is.
  const adminPages = adminItems.map(({ label, to }) => ({ label, to, text: m.shell_side_admin }));
  const settings = SETTINGS_GROUPS.flatMap(({ links }) => links);
  const pages = [
    ...MEMBER_ITEMS,
    ...OWN,
    ...adminPages,
    ...TOP_NAVIGATION,
    ...FOOTER_COLUMNS.slice(1).flatMap(({ items }) => items),
  ];
  return [
    ...pages.map(link('pages')),
    ...(isAdmin ? MAKING.map(link('actions')) : []),
    action('light', m.palette_theme_light(), () => chooseScheme('light')),
    action('dark', m.palette_theme_dark(), () => chooseScheme('dark')),
    action('system', m.palette_theme_system(), () => chooseScheme('auto')),
    action('logout', m.shell_logout(), logout),
    ...(isAdmin ? settings.map(link('settings')) : []),
  ];
}

function action(id: string, label: string, run: () => unknown): Command {
  return { id: `actions:${id}`, group: 'actions', label, does: { run } };
}
