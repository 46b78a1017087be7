import { m } from '#web/lib/messages.ts';
import { WORDS } from './documentation-words.ts';

export interface DocumentationLink {
  readonly to: string;
  readonly label: () => string;
}

export interface DocumentationEntry {
  /** The anchor of the entry in the address. */
  readonly id: string;
  readonly title: () => string;
  /** Lines are paragraphs, lines that begin with a hyphen a list, words between back quotes code, between pairs of stars names. */
  readonly text: () => string;
  readonly links: readonly DocumentationLink[];
}

export interface DocumentationTopic {
  readonly id: string;
  readonly title: () => string;
  readonly entries: readonly DocumentationEntry[];
}

/** The documentation for administrators, in order (spec section 2). */
export const DOCUMENTATION: readonly DocumentationTopic[] = [
  {
    id: 'start',
    title: m.documentation_start,
    entries: [
      {
        id: 'start-hour',
        title: m.documentation_start_hour,
        text: WORDS.startHour,
        links: [
          { to: '/profile', label: m.documentation_to_your_profile },
          { to: '/admin/settings/about', label: m.documentation_to_about_us },
          { to: '/admin/settings/contact', label: m.documentation_to_contact },
          { to: '/admin/subscriptions', label: m.documentation_to_plans },
        ],
      },
      {
        id: 'start-around',
        title: m.documentation_start_around,
        text: WORDS.startAround,
        links: [{ to: '/admin', label: m.documentation_to_admin_dashboard }],
      },
      {
        id: 'start-admins',
        title: m.documentation_start_admins,
        text: WORDS.startAdmins,
        links: [{ to: '/admin/users', label: m.documentation_to_user_management }],
      },
      {
        id: 'start-roles',
        title: m.documentation_start_roles,
        text: m.documentation_start_roles_text,
        links: [],
      },
    ],
  },
  {
    id: 'courses',
    title: m.documentation_courses,
    entries: [
      {
        id: 'courses-create',
        title: m.documentation_courses_create,
        text: WORDS.coursesCreate,
        links: [
          { to: '/admin/courses/new', label: m.documentation_to_create_a_course },
          { to: '/admin/courses', label: m.documentation_to_course_management },
        ],
      },
      {
        id: 'courses-sections',
        title: m.documentation_courses_sections,
        text: WORDS.coursesSections,
        links: [],
      },
      {
        id: 'courses-films',
        title: m.documentation_courses_films,
        text: WORDS.coursesFilms,
        links: [],
      },
      {
        id: 'courses-exams',
        title: m.documentation_courses_exams,
        text: WORDS.coursesExams,
        links: [],
      },
      {
        id: 'courses-banks',
        title: m.documentation_courses_banks,
        text: WORDS.coursesBanks,
        links: [{ to: '/admin/questions', label: m.documentation_to_question_banks }],
      },
      {
        id: 'courses-marking',
        title: m.documentation_courses_marking,
        text: WORDS.coursesMarking,
        links: [{ to: '/admin/marking', label: m.documentation_to_marking }],
      },
      {
        id: 'courses-certificates',
        title: m.documentation_courses_certificates,
        text: WORDS.coursesCertificates,
        links: [{ to: '/admin/certificates', label: m.documentation_to_certificates }],
      },
      {
        id: 'courses-levels',
        title: m.documentation_courses_levels,
        text: m.documentation_courses_levels_text,
        links: [{ to: '/pricing', label: m.documentation_to_the_plans_as_visitors_see_them }],
      },
      {
        id: 'courses-categories',
        title: m.documentation_courses_categories,
        text: m.documentation_courses_categories_text,
        links: [{ to: '/admin/categories', label: m.documentation_to_categories }],
      },
      {
        id: 'courses-files',
        title: m.documentation_courses_files,
        text: m.documentation_courses_files_text,
        links: [],
      },
      {
        id: 'courses-delete',
        title: m.documentation_courses_delete,
        text: WORDS.coursesDelete,
        links: [{ to: '/admin/trash', label: m.documentation_to_trash }],
      },
    ],
  },
  {
    id: 'posts',
    title: m.documentation_posts,
    entries: [
      {
        id: 'posts-write',
        title: m.documentation_posts_write,
        text: WORDS.postsWrite,
        links: [{ to: '/admin/blogs', label: m.documentation_to_blogs }],
      },
      {
        id: 'posts-hide',
        title: m.documentation_posts_hide,
        text: WORDS.postsHide,
        links: [{ to: '/admin/comments', label: m.documentation_to_comments }],
      },
      {
        id: 'posts-reports',
        title: m.documentation_posts_reports,
        text: WORDS.postsReports,
        links: [{ to: '/admin/comments', label: m.documentation_to_comments }],
      },
    ],
  },
  {
    id: 'plans',
    title: m.documentation_plans,
    entries: [
      {
        id: 'plans-edit',
        title: m.documentation_plans_edit,
        text: m.documentation_plans_edit_text,
        links: [{ to: '/admin/subscriptions', label: m.documentation_to_plans }],
      },
      {
        id: 'plans-tiers',
        title: m.documentation_plans_tiers,
        text: m.documentation_plans_tiers_text,
        links: [],
      },
      {
        id: 'plans-payment',
        title: m.documentation_plans_payment,
        text: m.documentation_plans_payment_text,
        links: [{ to: '/admin/users', label: m.documentation_to_user_management }],
      },
    ],
  },
  {
    id: 'users',
    title: m.documentation_users,
    entries: [
      {
        id: 'users-find',
        title: m.documentation_users_find,
        text: WORDS.usersFind,
        links: [{ to: '/admin/users', label: m.documentation_to_user_management }],
      },
      {
        id: 'users-invite',
        title: m.documentation_users_invite,
        text: WORDS.usersInvite,
        links: [{ to: '/admin/users/invitations', label: m.documentation_to_invitations }],
      },
      {
        id: 'users-tier',
        title: m.documentation_users_tier,
        text: m.documentation_users_tier_text,
        links: [],
      },
      {
        id: 'users-signin',
        title: m.documentation_users_signin,
        text: WORDS.usersSignIn,
        links: [],
      },
      {
        id: 'users-audit',
        title: m.documentation_users_audit,
        text: WORDS.usersAudit,
        links: [{ to: '/admin/audit', label: m.documentation_to_audit_log }],
      },
    ],
  },
  {
    id: 'settings',
    title: m.documentation_settings,
    entries: [
      {
        id: 'settings-pages',
        title: m.documentation_settings_pages,
        text: WORDS.settingsPages,
        links: [
          { to: '/admin/settings/about', label: m.documentation_to_about_us },
          { to: '/admin/settings/terms', label: m.documentation_to_terms_of_service },
          { to: '/admin/settings/privacy', label: m.documentation_to_privacy_policy },
          { to: '/admin/settings/cookies', label: m.documentation_to_cookie_policy },
        ],
      },
      {
        id: 'settings-faq',
        title: m.documentation_settings_faq,
        text: WORDS.settingsFaq,
        links: [
          { to: '/admin/settings/faq', label: m.documentation_to_faq },
          { to: '/admin/settings/contact', label: m.documentation_to_contact },
          { to: '/admin/messages', label: m.documentation_to_messages },
        ],
      },
      {
        id: 'settings-history',
        title: m.documentation_settings_history,
        text: WORDS.settingsHistory,
        links: [],
      },
      {
        id: 'settings-together',
        title: m.documentation_settings_together,
        text: WORDS.settingsTogether,
        links: [],
      },
      {
        id: 'settings-seo',
        title: m.documentation_settings_seo,
        text: m.documentation_settings_seo_text,
        links: [{ to: '/admin/settings/seo', label: m.documentation_to_seo }],
      },
      {
        id: 'settings-theme',
        title: m.documentation_settings_theme,
        text: m.documentation_settings_theme_text,
        links: [{ to: '/admin/settings/theme', label: m.documentation_to_theme }],
      },
      {
        id: 'settings-security',
        title: m.documentation_settings_security,
        text: WORDS.settingsSecurity,
        links: [{ to: '/admin/settings/security', label: m.documentation_to_security }],
      },
    ],
  },
  {
    id: 'mails',
    title: m.documentation_mails,
    entries: [
      {
        id: 'mails-out',
        title: m.documentation_mails_out,
        text: WORDS.mailsOut,
        links: [{ to: '/admin/settings/notifications', label: m.documentation_to_notifications }],
      },
      {
        id: 'mails-announcements',
        title: m.documentation_mails_announcements,
        text: WORDS.mailsAnnouncements,
        links: [{ to: '/admin/announcements', label: m.documentation_to_announcements }],
      },
      {
        id: 'mails-server',
        title: m.documentation_mails_server,
        text: m.documentation_mails_server_text,
        links: [],
      },
      {
        id: 'mails-none',
        title: m.documentation_mails_none,
        text: m.documentation_mails_none_text,
        links: [{ to: '/admin', label: m.documentation_to_admin_dashboard }],
      },
    ],
  },
  {
    id: 'backups',
    title: m.documentation_backups,
    entries: [
      {
        id: 'backups-make',
        title: m.documentation_backups_make,
        text: m.documentation_backups_make_text,
        links: [],
      },
      {
        id: 'backups-restore',
        title: m.documentation_backups_restore,
        text: m.documentation_backups_restore_text,
        links: [],
      },
      {
        id: 'backups-trial',
        title: m.documentation_backups_trial,
        text: m.documentation_backups_trial_text,
        links: [],
      },
    ],
  },
  {
    id: 'trouble',
    title: m.documentation_trouble,
    entries: [
      {
        id: 'trouble-first',
        title: m.documentation_trouble_first,
        text: m.documentation_trouble_first_text,
        links: [],
      },
      {
        id: 'trouble-reference',
        title: m.documentation_trouble_reference,
        text: m.documentation_trouble_reference_text,
        links: [],
      },
      {
        id: 'trouble-old',
        title: m.documentation_trouble_old,
        text: m.documentation_trouble_old_text,
        links: [],
      },
      {
        id: 'trouble-locked',
        title: m.documentation_trouble_locked,
        text: m.documentation_trouble_locked_text,
        links: [],
      },
      {
        id: 'trouble-conflict',
        title: WORDS.troubleConflict,
        text: m.documentation_trouble_conflict_text,
        links: [],
      },
      {
        id: 'trouble-slow',
        title: m.documentation_trouble_slow,
        text: m.documentation_trouble_slow_text,
        links: [],
      },
    ],
  },
  {
    id: 'support',
    title: m.documentation_support,
    entries: [
      {
        id: 'support-members',
        title: m.documentation_support_members,
        text: m.documentation_support_members_text,
        links: [
          { to: '/help', label: m.documentation_to_help_center },
          { to: '/contact', label: m.documentation_to_contact_page },
          { to: '/admin/settings/contact', label: m.documentation_to_contact },
        ],
      },
      {
        id: 'support-you',
        title: m.documentation_support_you,
        text: m.documentation_support_you_text,
        links: [],
      },
    ],
  },
];
