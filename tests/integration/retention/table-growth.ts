/** What ends the rows of a table. `chore`: that chore deletes them. The others say it in words. */
interface Growth {
  readonly chores: Readonly<Record<string, readonly string[]>>;
  readonly others: Readonly<Record<string, readonly string[]>>;
}

const words = (text: string) => text.trim().split(/\s+/);

/** Every table of the school, and why it doesn't grow without end. A new table needs its place here. */
export const TABLE_GROWTH: Growth = {
  chores: {
    'forget expired sign-ins':
      words(`address_changes api_keys email_codes known_devices passkey_challenges sessions
      sign_in_failures used_codes verifications`),
    'delete old records': words(`bank_question_versions mail_outbox notice_events notifications
      page_revisions`),
    'forget rate limits': ['rate_limits'],
    'forget idempotency keys': ['idempotency_keys'],
    'forget unused files': words('media video_jobs video_renditions'),
    'forget abandoned uploads': ['media_uploads'],
    'remove files': ['files_to_remove'],
    'add up counts': ['kept_count_changes'],
    'purge trash': words('bank_trash custom_page_addresses custom_pages deleted_courses'),
    'delete expired exports': ['exports'],
    'forget payment notices': ['billing_inbox'],
    'forget trials': ['billing_trials'],
    // Those that were accepted are kept with the seats.
    'forget team invitations': ['team_invitations'],
    'watch system health': words('alert_posts health_alerts server_processes'),
    'compare payments': words('billing_checks billing_drifts'),
  },
  others: {
    'kept until the school chooses a period for the chore "delete old records"; logins go after a year':
      words('audit_log exam_files'),
    'settled ones without an account go with the chore "forget requests"; those of an account are kept with its contracts':
      ['billing_requests'],
    'one row, or a few that are set up once':
      words(`billing_grace_periods billing_mode billing_setup_ticks chore_runs
      plan_prices rendered_texts school_keys school_pictures signing_keys site_settings subscription_plans page_content`),
    'one row a day, of four numbers': ['daily_members'],
    'a number for each thing that is counted, and three for each day': ['kept_counts'],
    // The chore 'erase unconfirmed accounts' erases accounts that nobody confirmed within a week.
    'rows of a person, which go with the account, a few each':
      words(`accounts authors feed_tokens followed_categories
      notification_preferences notification_settings passkeys profiles two_factor user_roles users marketing_audience
      billing_customers folder_imports`),
    'rows of a person and something of the school, one each, which go with either': words(`comment_reports
      course_reviews enrolments exam_accommodations lab_work section_notes section_progress seen_news`),
    'what an author made, which goes with it or is deleted by hand':
      words(`bank_questions categories course_authors
      course_categories course_content course_drafts course_impacts course_search courses
      exam_figures
      lab_specs question_banks question_imports search_words`),
    'a row for each change of a person, limited for each minute, which goes with the account': [
      'marketing_consents',
    ],
    'a row for each time that an owner gives somebody a seat, kept as the history of what was paid for': [
      'team_seats',
    ],
    'a limit where a row is written': words(
      'backup_jobs backup_runs course_versions exam_answers lab_runs preview_links',
    ),
    'an address that must go on leading somewhere, one row a section': words(
      'moved_sections section_registry',
    ),
    'words of people, which stay until they or an administrator delete them':
      words(`announcements comment_decisions
      comments contact_messages invitations mail_suppressions teams`),
    'results and what they refer to, which stay until the course or the account is deleted':
      words(`certificates
      exam_attempts exam_late_answers exam_marks exam_versions`),
    'money and consent, kept as tax and consumer law ask': words(`bank_refunds bank_transfers billing_accounts
      billing_alarms billing_commands billing_consents billing_current_facts billing_facts billing_mails
      billing_movements consent_texts`),
  },
};
