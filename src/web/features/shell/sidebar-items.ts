import { m } from '#web/lib/messages.ts';

export interface SidebarItem {
  readonly to: string;
  readonly label: () => string;
  /** Path of the icon in a box of 20 by 20. */
  readonly icon: string;
}

export const MEMBER_ITEMS: readonly SidebarItem[] = [
  {
    to: '/dashboard',
    label: m.shell_side_dashboard,
    icon: 'M3.5 10.5 10 4.5l6.5 6M5.5 9v7h9V9M8.5 16v-4h3v4',
  },
  {
    to: '/my-courses',
    label: m.shell_side_my_courses,
    icon: 'M10 5.5C8 4.2 5.7 4 3 4.3v10.4c2.7-.3 5-.1 7 1.3 2-1.4 4.3-1.6 7-1.3V4.3c-2.7-.3-5-.1-7 1.2zM10 5.5V16',
  },
];
