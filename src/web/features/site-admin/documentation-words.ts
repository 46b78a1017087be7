import { FRESH_MINUTES } from '#domain/access/has-fresh-proof';
import { INVITATION_DAYS } from '#domain/accounts/invitation';
import { TRASH_DAYS } from '#domain/courses/purge-date';
import { LATE_DAYS } from '#domain/exams/late-answer';
import { m } from '#web/lib/messages.ts';

/**
 * Texts of the documentation that name something of the product. Names and numbers come from where the product has them,
 * so that a renamed button is renamed here as well.
 */
export const WORDS = {
  startHour: () =>
    m.documentation_start_hour_text({
      about: m.settings_about(),
      profile: m.profile_title(),
      security: m.profile_tab_security(),
    }),
  startAround: () =>
    m.documentation_start_around_text({
      announcements: m.announcements_title(),
      attention: m.admin_attention_title(),
      audit: m.audit_title(),
      banks: m.banks_title(),
      categories: m.shell_side_categories(),
      certificates: m.certificates_title(),
      comments: m.shell_side_comments(),
      courses: m.shell_side_courses(),
      dashboard: m.shell_side_admin_dashboard(),
      mailMissing: m.mail_missing_title(),
      marking: m.marking_title(),
      messages: m.admin_messages_title(),
      plans: m.shell_side_plans(),
      posts: m.posts_admin_title(),
      recent: m.admin_recent_title(),
      settings: m.shell_side_settings(),
      setup: m.admin_setup_title(),
      users: m.shell_side_users(),
    }),
  startAdmins: () => m.documentation_start_admins_text({ grant: m.users_grant(), users: m.users_title() }),
  coursesCreate: () =>
    m.documentation_courses_create_text({
      basic: m.admin_tab_basic(),
      content: m.admin_tab_content(),
      history: m.admin_history_title(),
      options: m.admin_tab_settings(),
    }),
  coursesSections: () => m.documentation_courses_sections_text({ files: m.documentation_courses_files() }),
  coursesFilms: () => m.documentation_courses_films_text({ unavailable: m.courses_video_unavailable() }),
  coursesExams: () =>
    m.documentation_courses_exams_text({
      content: m.admin_tab_content(),
      files: m.documentation_courses_files(),
      lesson: m.author_lesson(),
      results: m.exams_topics_title(),
      topics: m.author_topics(),
    }),
  coursesBanks: () => m.documentation_courses_banks_text({ stop: m.banks_import_stop() }),
  coursesMarking: () =>
    m.documentation_courses_marking_text({
      accept: m.late_accept(),
      days: LATE_DAYS,
      decline: m.late_decline(),
      export: m.grades_export(),
      gradebook: m.grades_title(),
      marking: m.marking_title(),
      regrade: m.grades_regrade(),
    }),
  coursesCertificates: () =>
    m.documentation_courses_certificates_text({
      certificates: m.certificates_title(),
      revoke: m.certificates_admin_revoke(),
    }),
  coursesDelete: () =>
    m.documentation_courses_delete_text({
      days: TRASH_DAYS,
      restore: m.admin_trash_restore(),
      trash: m.admin_trash_title(),
      undo: m.admin_undo(),
    }),
  postsWrite: () =>
    m.documentation_posts_write_text({
      draft: m.posts_admin_publish_draft(),
      later: m.posts_admin_publish_at(),
      now: m.posts_admin_publish_now(),
      publishing: m.posts_admin_publish(),
    }),
  postsHide: () => m.documentation_posts_hide_text({ unhide: m.comments_unhide() }),
  postsReports: () =>
    m.documentation_posts_reports_text({
      comments: m.shell_side_comments(),
      dismiss: m.comments_queue_dismiss(),
      hide: m.comments_hide(),
      queue: m.comments_all_state_reported(),
      remove: m.comments_queue_remove(),
      undo: m.comments_queue_undo(),
    }),
  usersFind: () =>
    m.documentation_users_find_text({
      disable: m.users_disable(),
      enable: m.users_enable(),
      end: m.users_end_sessions(),
      export: m.users_export(),
      remove: m.users_delete(),
    }),
  usersInvite: () =>
    m.documentation_users_invite_text({
      days: INVITATION_DAYS,
      many: m.invitations_many(),
      one: m.invitations_one(),
    }),
  usersSignIn: () =>
    m.documentation_users_signin_text({
      forgot: m.auth_forgot_link(),
      mails: m.documentation_mails(),
      reset: m.users_reset_factor(),
      users: m.users_title(),
    }),
  usersAudit: () => m.documentation_users_audit_text({ export: m.audit_export() }),
  settingsPages: () => m.documentation_settings_pages_text({ simplify: m.settings_rich_simplify() }),
  settingsFaq: () => m.documentation_settings_faq_text({ messages: m.admin_messages_title() }),
  settingsHistory: () => m.documentation_settings_history_text({ history: m.settings_history() }),
  settingsTogether: () =>
    m.documentation_settings_together_text({
      merge: m.settings_conflict_merge(),
      mine: m.settings_conflict_keep_mine(),
      theirs: m.settings_conflict_take_theirs(),
    }),
  settingsSecurity: () => m.documentation_settings_security_text({ minutes: FRESH_MINUTES }),
  mailsOut: () =>
    m.documentation_mails_out_text({
      master: m.config_mails_master(),
      notifications: m.settings_notifications(),
      settings: m.settings_title(),
    }),
  mailsAnnouncements: () =>
    m.documentation_mails_announcements_text({
      announcements: m.announcements_title(),
      marketing: m.config_mails_marketing(),
      notifications: m.notices_title(),
      preferences: m.notices_tab_preferences(),
      test: m.announcements_test(),
    }),
  troubleConflict: () => m.documentation_trouble_conflict({ message: m.errors_version_conflict_title() }),
} as const;
