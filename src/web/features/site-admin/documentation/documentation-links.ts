import { m } from '#web/lib/messages.ts';

export interface DocumentationLink {
  readonly to: string;
  readonly label: () => string;
}

/** Pages that entries of the documentation lead to, each by its own name. */
export const TO = {
  about: { to: '/admin/settings/about', label: m.settings_about },
  alerts: { to: '/admin/settings/alerts', label: m.alerts_title },
  announcements: { to: '/admin/announcements', label: m.announcements_title },
  audit: { to: '/admin/audit', label: m.audit_title },
  banks: { to: '/admin/questions', label: m.banks_title },
  billing: { to: '/admin/billing', label: m.billing_admin_title },
  categories: { to: '/admin/categories', label: m.shell_side_categories },
  certificates: { to: '/admin/certificates', label: m.certificates_title },
  comments: { to: '/admin/comments', label: m.shell_side_comments },
  reviews: { to: '/admin/reviews', label: m.reviews_title },
  contact: { to: '/admin/settings/contact', label: m.settings_contact },
  contactPage: { to: '/contact', label: m.shell_footer_contact },
  cookies: { to: '/admin/settings/cookies', label: m.settings_cookies },
  courses: { to: '/admin/courses', label: m.shell_side_courses },
  dashboard: { to: '/admin', label: m.shell_side_admin_dashboard },
  faq: { to: '/admin/settings/faq', label: m.settings_faq },
  failedMails: { to: '/admin/emails', label: m.mails_failed_title },
  health: { to: '/admin/system', label: m.health_title },
  help: { to: '/help', label: m.shell_footer_help },
  invitations: { to: '/admin/users/invitations', label: m.invitations_title },
  marking: { to: '/admin/marking', label: m.marking_title },
  landing: { to: '/admin/settings/landing', label: m.settings_landing },
  media: { to: '/admin/media', label: m.media_title },
  pages: { to: '/admin/settings/pages', label: m.pages_title },
  menus: { to: '/admin/settings/menus', label: m.settings_menus },
  messages: { to: '/admin/messages', label: m.admin_messages_title },
  newCourse: { to: '/admin/courses/new', label: m.admin_course_create },
  notifications: { to: '/admin/settings/notifications', label: m.settings_notifications },
  legal: { to: '/admin/settings/legal', label: m.legal_settings_title },
  plans: { to: '/admin/subscriptions', label: m.shell_side_plans },
  planSettings: { to: '/admin/settings/plans', label: m.settings_plans },
  posts: { to: '/admin/blogs', label: m.posts_admin_title },
  pricing: { to: '/pricing', label: m.plans_title },
  privacy: { to: '/admin/settings/privacy', label: m.settings_privacy },
  profile: { to: '/profile', label: m.profile_title },
  school: { to: '/admin/settings/school', label: m.settings_school },
  security: { to: '/admin/settings/security', label: m.settings_security },
  publishing: { to: '/admin/settings/publishing', label: m.settings_publishing },
  retention: { to: '/admin/settings/retention', label: m.settings_retention },
  seo: { to: '/admin/settings/seo', label: m.settings_seo },
  terms: { to: '/admin/settings/terms', label: m.settings_terms },
  theme: { to: '/admin/settings/theme', label: m.settings_theme },
  trash: { to: '/admin/trash', label: m.admin_trash_title },
  users: { to: '/admin/users', label: m.shell_side_users },
} as const satisfies Record<string, DocumentationLink>;
