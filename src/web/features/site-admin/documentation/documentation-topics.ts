import { m } from '#web/lib/messages.ts';
import { type DocumentationLink, TO } from './documentation-links.ts';
import type { documentationWords } from './documentation-words.ts';

type Words = ReturnType<typeof documentationWords>;

interface DocumentationEntry {
  /** The anchor of the entry in the address. */
  readonly id: string;
  /** What someone wants to do. */
  readonly title: (words: Words) => string;
  /**
   * Lines are paragraphs; lines that begin with a hyphen or a number are lists. Words between back quotes are code,
   * between pairs of stars names.
   */
  readonly text: (words: Words) => string;
  readonly links: readonly DocumentationLink[];
}

interface DocumentationTopic {
  readonly id: string;
  readonly title: () => string;
  readonly entries: readonly DocumentationEntry[];
}

const entry = (
  id: string,
  title: DocumentationEntry['title'],
  text: DocumentationEntry['text'],
  ...links: readonly DocumentationLink[]
): DocumentationEntry => ({ id, title, text, links });

/** The documentation for administrators, in order (spec section 2). */
export const DOCUMENTATION: readonly DocumentationTopic[] = [
  {
    id: 'start',
    title: m.documentation_start,
    entries: [
      entry(
        'start-hour',
        m.documentation_start_hour,
        m.documentation_start_hour_text,
        TO.profile,
        TO.about,
        TO.contact,
        TO.plans,
      ),
      entry('start-around', m.documentation_start_around, m.documentation_start_around_text, TO.dashboard),
      entry(
        'start-admins',
        m.documentation_start_admins,
        m.documentation_start_admins_text,
        TO.users,
        TO.invitations,
      ),
      entry('start-roles', m.documentation_start_roles, m.documentation_start_roles_text),
    ],
  },
  {
    id: 'courses',
    title: m.documentation_courses,
    entries: [
      entry(
        'courses-create',
        m.documentation_courses_create,
        m.documentation_courses_create_text,
        TO.newCourse,
        TO.courses,
      ),
      entry(
        'courses-publishing',
        m.documentation_courses_publishing,
        m.documentation_courses_publishing_text,
        TO.courses,
        TO.publishing,
      ),
      entry(
        'courses-drafts',
        m.documentation_courses_drafts,
        m.documentation_courses_drafts_text,
        TO.courses,
      ),
      entry('courses-sections', m.documentation_courses_sections, m.documentation_courses_sections_text),
      entry('courses-writing', m.documentation_courses_writing, m.documentation_courses_writing_text),
      entry('courses-media', m.documentation_courses_media, m.documentation_courses_media_text, TO.media),
      entry(
        'courses-library',
        m.documentation_courses_library,
        m.documentation_courses_library_text,
        TO.media,
      ),
      entry('courses-films', m.documentation_courses_videos, m.documentation_courses_videos_text),
      entry('courses-rules', m.documentation_courses_rules, m.documentation_courses_rules_text),
      entry(
        'courses-levels',
        m.documentation_courses_levels,
        m.documentation_courses_levels_text,
        TO.pricing,
      ),
      entry(
        'courses-history',
        m.documentation_courses_history,
        m.documentation_courses_history_text,
        TO.courses,
      ),
      entry(
        'courses-categories',
        m.documentation_courses_categories,
        m.documentation_courses_categories_text,
        TO.categories,
      ),
      entry('courses-files', m.documentation_courses_files, m.documentation_courses_files_text, TO.courses),
      entry(
        'courses-delete',
        m.documentation_courses_delete,
        m.documentation_courses_delete_text,
        TO.courses,
        TO.trash,
      ),
    ],
  },
  {
    id: 'labs',
    title: m.documentation_labs,
    entries: [
      entry('labs-learn', m.documentation_labs_learn, m.documentation_labs_learn_text),
      entry('labs-write', m.documentation_labs_write, m.documentation_labs_write_text, TO.courses),
      entry('labs-examples', m.documentation_labs_examples, m.documentation_labs_examples_text),
      entry('labs-exams', m.documentation_labs_exams, m.documentation_labs_exams_text, TO.marking),
      entry('labs-results', m.documentation_labs_results, m.documentation_labs_results_text, TO.courses),
      entry('labs-server', m.documentation_labs_server, m.documentation_labs_server_text),
    ],
  },
  {
    id: 'exams',
    title: m.documentation_exams,
    entries: [
      entry('courses-exams', m.documentation_courses_exams, m.documentation_courses_exams_text, TO.courses),
      entry('exams-topics', m.documentation_exams_topics, m.documentation_exams_topics_text),
      entry('courses-banks', m.documentation_courses_banks, m.documentation_courses_banks_text, TO.banks),
      entry('exams-draw', m.documentation_exams_draw, m.documentation_exams_draw_text),
      entry(
        'courses-marking',
        m.documentation_courses_marking,
        m.documentation_courses_marking_text,
        TO.marking,
      ),
      entry('exams-late', m.documentation_exams_late, m.documentation_exams_late_text, TO.marking),
      entry('exams-grades', m.documentation_exams_grades, m.documentation_exams_grades_text, TO.courses),
      entry('exams-regrade', m.documentation_exams_regrade, m.documentation_exams_regrade_text, TO.courses),
      entry(
        'exams-accommodations',
        m.documentation_exams_accommodations,
        m.documentation_exams_accommodations_text,
        TO.users,
      ),
    ],
  },
  {
    id: 'certificates',
    title: m.documentation_certificates,
    entries: [
      entry(
        'courses-certificates',
        m.documentation_courses_certificates,
        m.documentation_courses_certificates_text,
        TO.courses,
      ),
      entry(
        'certificates-revoke',
        m.documentation_certificates_revoke,
        m.documentation_certificates_revoke_text,
        TO.certificates,
      ),
      entry('certificates-key', m.documentation_certificates_key, m.documentation_certificates_key_text),
    ],
  },
  {
    id: 'posts',
    title: m.documentation_posts,
    entries: [
      entry('posts-write', m.documentation_posts_write, m.documentation_posts_write_text, TO.posts),
      entry('posts-authors', m.documentation_posts_authors, m.documentation_posts_authors_text, TO.users),
      entry('posts-hide', m.documentation_posts_hide, m.documentation_posts_hide_text, TO.comments),
      entry('posts-reports', m.documentation_posts_reports, m.documentation_posts_reports_text, TO.comments),
      entry('reviews', m.documentation_reviews, m.documentation_reviews_text, TO.reviews, TO.publishing),
    ],
  },
  {
    id: 'plans',
    title: m.documentation_plans,
    entries: [
      entry('plans-edit', m.documentation_plans_edit, m.documentation_plans_edit_text, TO.plans),
      entry('plans-tiers', m.documentation_plans_tiers, m.documentation_plans_tiers_text, TO.pricing),
      entry(
        'plans-payment',
        m.documentation_plans_payment,
        m.documentation_plans_payment_text,
        TO.plans,
        TO.planSettings,
      ),
      entry(
        'plans-window',
        m.documentation_plans_window,
        m.documentation_plans_window_text,
        TO.planSettings,
        TO.faq,
      ),
      entry('plans-failed', m.documentation_plans_failed, m.documentation_plans_failed_text, TO.billing),
      entry('plans-legal', m.documentation_plans_legal, m.documentation_plans_legal_text, TO.legal),
      entry('plans-trial', m.documentation_plans_trial, m.documentation_plans_trial_text, TO.billing),
      entry('plans-coupons', m.documentation_plans_coupons, m.documentation_plans_coupons_text, TO.billing),
      entry('plans-change', m.documentation_plans_change, m.documentation_plans_change_text, TO.billing),
      entry('plans-bank', m.documentation_plans_bank, m.documentation_plans_bank_text, TO.billing),
      entry('plans-teams', m.documentation_plans_teams, m.documentation_plans_teams_text, TO.billing),
      entry('plans-revenue', m.documentation_plans_revenue, m.documentation_plans_revenue_text, TO.billing),
      entry('plans-why', m.documentation_plans_why, m.documentation_plans_why_text, TO.billing),
      entry('plans-setup', m.documentation_plans_setup, m.documentation_plans_setup_text, TO.billing),
    ],
  },
  {
    id: 'users',
    title: m.documentation_users,
    entries: [
      entry('users-find', m.documentation_users_find, m.documentation_users_find_text, TO.users),
      entry('users-invite', m.documentation_users_invite, m.documentation_users_invite_text, TO.invitations),
      entry('users-tier', m.documentation_users_tier, m.documentation_users_tier_text, TO.users),
      entry('users-signin', m.documentation_users_signin, m.documentation_users_signin_text, TO.users),
      entry('users-support', m.documentation_users_support, m.documentation_users_support_text, TO.users),
      entry('users-disable', m.documentation_users_disable, m.documentation_users_disable_text, TO.users),
      entry('users-delete', m.documentation_users_delete, m.documentation_users_delete_text, TO.users),
      entry('users-keys', m.documentation_users_keys, m.documentation_users_keys_text, TO.profile),
      entry('users-audit', m.documentation_users_audit, m.documentation_users_audit_text, TO.audit),
      entry('users-exports', m.documentation_users_exports, m.documentation_users_exports_text, TO.exports),
    ],
  },
  {
    id: 'settings',
    title: m.documentation_settings,
    entries: [
      entry(
        'settings-pages',
        m.documentation_settings_pages,
        m.documentation_settings_pages_text,
        TO.about,
        TO.terms,
        TO.privacy,
        TO.cookies,
      ),
      entry(
        'settings-faq',
        m.documentation_settings_faq,
        m.documentation_settings_faq_text,
        TO.faq,
        TO.contact,
        TO.messages,
      ),
      entry('settings-history', m.documentation_settings_history, m.documentation_settings_history_text),
      entry('settings-together', m.documentation_settings_together, m.documentation_settings_together_text),
      entry(
        'settings-school',
        m.documentation_settings_school,
        m.documentation_settings_school_text,
        TO.school,
      ),
      entry(
        'settings-custom-pages',
        m.documentation_settings_custom_pages,
        m.documentation_settings_custom_pages_text,
        TO.pages,
      ),
      entry('settings-menus', m.documentation_settings_menus, m.documentation_settings_menus_text, TO.menus),
      entry(
        'settings-landing',
        m.documentation_settings_landing,
        m.documentation_settings_landing_text,
        TO.landing,
      ),
      entry('settings-seo', m.documentation_settings_seo, m.documentation_settings_seo_text, TO.seo),
      entry('settings-theme', m.documentation_settings_theme, m.documentation_settings_theme_text, TO.theme),
      entry(
        'settings-security',
        m.documentation_settings_security,
        m.documentation_settings_security_text,
        TO.security,
      ),
      entry(
        'settings-retention',
        m.documentation_settings_retention,
        m.documentation_settings_retention_text,
        TO.retention,
      ),
      entry('settings-services', m.documentation_settings_services, m.documentation_settings_services_text),
    ],
  },
  {
    id: 'mails',
    title: m.documentation_mails,
    entries: [
      entry('mails-out', m.documentation_mails_out, m.documentation_mails_out_text, TO.notifications),
      entry(
        'mails-announcements',
        m.documentation_mails_announcements,
        m.documentation_mails_announcements_text,
        TO.announcements,
        TO.notifications,
      ),
      entry('mails-server', m.documentation_mails_server, m.documentation_mails_server_text, TO.dashboard),
      entry(
        'mails-none',
        m.documentation_mails_none,
        m.documentation_mails_none_text,
        TO.failedMails,
        TO.users,
        TO.dashboard,
      ),
    ],
  },
  {
    id: 'backups',
    title: m.documentation_backups,
    entries: [
      entry('backups-make', m.documentation_backups_make, m.documentation_backups_make_text),
      entry('backups-schedule', m.documentation_backups_schedule, m.documentation_backups_schedule_text),
      entry('backups-restore', m.documentation_backups_restore, m.documentation_backups_restore_text),
      entry('backups-trial', m.documentation_backups_trial, m.documentation_backups_trial_text),
    ],
  },
  {
    id: 'trouble',
    title: m.documentation_trouble,
    entries: [
      entry('trouble-first', m.documentation_trouble_first, m.documentation_trouble_first_text, TO.health),
      entry('trouble-alerts', m.documentation_trouble_alerts, m.documentation_trouble_alerts_text, TO.alerts),
      entry('trouble-reference', m.documentation_trouble_reference, m.documentation_trouble_reference_text),
      entry('trouble-old', m.documentation_trouble_old, m.documentation_trouble_old_text),
      entry('trouble-locked', m.documentation_trouble_locked, m.documentation_trouble_locked_text),
      entry('trouble-conflict', m.documentation_trouble_conflict, m.documentation_trouble_conflict_text),
      entry('trouble-slow', m.documentation_trouble_slow, m.documentation_trouble_slow_text),
    ],
  },
  {
    id: 'support',
    title: m.documentation_support,
    entries: [
      entry(
        'support-members',
        m.documentation_support_members,
        m.documentation_support_members_text,
        TO.help,
        TO.contactPage,
        TO.contact,
      ),
      entry('support-you', m.documentation_support_you, m.documentation_support_you_text),
    ],
  },
];
