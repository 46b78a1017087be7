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

export interface SidebarGroup {
  readonly label: () => string;
  readonly items: readonly SidebarItem[];
}

const ADMIN_ITEMS: readonly SidebarItem[] = [
  {
    to: '/admin',
    label: m.shell_side_admin_dashboard,
    icon: 'M3.5 16.5h13M5.5 13.5v-4M10 13.5v-9M14.5 13.5v-6',
  },
  {
    to: '/admin/courses',
    label: m.shell_side_courses,
    icon: 'M4 4.5h9a2 2 0 0 1 2 2v9.5H6a2 2 0 0 1-2-2zM4 14a2 2 0 0 1 2-2h9M7.5 8h4',
  },
  {
    to: '/admin/users',
    label: m.shell_side_users,
    icon: 'M10.5 7a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM3 16c.3-3 2-4.5 5-4.5s4.7 1.5 5 4.5M12.5 4.7a2.5 2.5 0 0 1 0 4.6M14.5 11.8c1.5.6 2.3 2 2.5 4.2',
  },
  {
    to: '/admin/subscriptions',
    label: m.shell_side_plans,
    icon: 'M3 6.5a1.5 1.5 0 0 1 1.5-1.5h11A1.5 1.5 0 0 1 17 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 13.5zM3 8.5h14M6 12h3',
  },
  {
    to: '/admin/categories',
    label: m.shell_side_categories,
    icon: 'M3.5 3.5h5.3l7.7 7.7-5.3 5.3-7.7-7.7zM6.7 6.7v.01',
  },
  {
    to: '/admin/settings',
    label: m.shell_side_settings,
    icon: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  },
];

const CONTENT: readonly SidebarItem[] = [
  {
    to: '/admin/blogs',
    label: m.posts_admin_title,
    icon: 'M4 16l1-4 8.5-8.5 3 3L8 15zM11.5 5.5l3 3',
  },
  {
    to: '/admin/questions',
    label: m.banks_title,
    icon: 'M4 6.5l6-3 6 3-6 3zM4 10l6 3 6-3M4 13.5l6 3 6-3',
  },
  {
    to: '/admin/media',
    label: m.media_title,
    icon: 'M3.5 4.5h13v11h-13zM3.5 13l4-4 3 3 2-2 4 4M13 8v.01',
  },
  {
    to: '/admin/trash',
    label: m.admin_trash_title,
    icon: 'M4 6h12M8 6V4h4v2M5.5 6l.8 10.5h7.400l.8-10.5M8.5 9v5M11.5 9v5',
  },
];

const LEARNERS: readonly SidebarItem[] = [
  {
    to: '/admin/marking',
    label: m.marking_title,
    icon: 'M4 3.5h12v13H4zM7 10l2 2 4-4.5',
  },
  {
    to: '/admin/certificates',
    label: m.certificates_title,
    icon: 'M3.5 4.5h13v8h-13zM10 12.5v4l-2-1-2 1v-4M6.5 7.5h7',
  },
  {
    to: '/admin/comments',
    label: m.shell_side_comments,
    icon: 'M3.5 4.5h13v9h-7l-3.5 3v-3h-2.5z',
  },
  {
    to: '/admin/reviews',
    label: m.reviews_title,
    icon: 'M10 3.5l2 4.3 4.7.6-3.4 3.3.8 4.7L10 14.2l-4.1 2.2.8-4.7-3.4-3.3 4.7-.6z',
  },
  {
    to: '/admin/messages',
    label: m.admin_messages_title,
    icon: 'M3 5h14v10H3zM3 6l7 5 7-5',
  },
  {
    to: '/admin/announcements',
    label: m.announcements_title,
    icon: 'M4 8v4l8 3.5v-11zM12 8a2 2 0 0 1 0 4M6 12.5V16h2v-2.7',
  },
  {
    to: '/admin/users/invitations',
    label: m.invitations_title,
    icon: 'M11 7a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM3.5 16c.3-3 2-4.5 5-4.5s4.700 1.5 5 4.5M15.5 6.5v5M13 9h5',
  },
];

const OPERATIONS: readonly SidebarItem[] = [
  {
    to: '/admin/billing',
    label: m.billing_admin_title,
    icon: 'M5 3.5h10v13l-2-1.5-1.5 1.5-1.5-1.5-1.5 1.5L7 15l-2 1.5zM8 7.5h4M8 10.5h4',
  },
  {
    to: '/admin/emails',
    label: m.mails_failed_title,
    icon: 'M3 5h14v10H3zM8 7.5l4 5M12 7.5l-4 5',
  },
  {
    to: '/admin/audit',
    label: m.audit_title,
    icon: 'M5 3.5h10v13H5zM8 7h4M8 10h4M8 13h2',
  },
  {
    to: '/admin/exports',
    label: m.exports_title,
    icon: 'M10 3v9M6.5 8.5l3.5 3.5 3.5-3.5M3.5 13.5v3h13v-3',
  },
  {
    to: '/admin/system',
    label: m.health_title,
    icon: 'M2.5 10.5h3.5l2-5 3.5 9 2-4h4',
  },
];

/** What administrators see: first what the specification lists, then all else by what it is about. */
export const ADMIN_GROUPS: readonly SidebarGroup[] = [
  { label: m.shell_side_admin, items: ADMIN_ITEMS },
  { label: m.shell_side_content, items: CONTENT },
  { label: m.shell_side_learners, items: LEARNERS },
  { label: m.shell_side_operations, items: OPERATIONS },
];
