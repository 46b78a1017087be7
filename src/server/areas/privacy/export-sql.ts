import type { Reader } from '#server/db/client';
import { PAYMENT_TABLES } from './export-payments-sql.ts';
import { type ExportTable, OF_FILES, OF_TEXTS } from './export-table.ts';

export const EXPORT_TABLES: Readonly<Record<string, ExportTable>> = {
  users: {
    file: 'account',
    about: 'your account',
    query:
      'select id, name, email, email_verified, two_factor_enabled, created_at, updated_at, disabled_at, erase_at from users where id = $1',
  },
  profiles: {
    file: 'profile',
    about: 'your profile and plan',
    query:
      'select username, subscription_tier, tier_until, tier_after, avatar_url, created_at, updated_at from profiles where id = $1',
  },
  mail_suppressions: {
    file: 'suppressed-emails',
    about: 'whether emails to your address came back or were reported as spam',
    query: `select s.reason, s.detail, s.reported_at from mail_suppressions s join users u on lower(u.email) = s.address
      where u.id = $1`,
  },
  ...PAYMENT_TABLES,
  teams: {
    file: 'teams',
    about: 'the team you own',
    query: 'select name, created_at from teams where owner_id = $1',
  },
  billing_customers: {
    file: 'team-billing',
    rows: OF_TEXTS,
    about: 'your payments for a team',
    query: `select f.kind, f.subject, f.body, f.at from billing_facts f join billing_customers c
      on c.provider = f.provider and c.customer = f.customer where c.payer_id = $1 order by f.no`,
  },
  team_seats: {
    file: 'team-seats',
    about: 'the seats that teams gave you',
    query: `select t.name as team, s.assigned_at, s.released_at from team_seats s join teams t on t.id = s.team_id
      where s.user_id = $1 order by s.no`,
  },
  team_invitations: {
    file: 'team-invitations',
    about: 'the invitations to teams that you accepted',
    query: `select t.name as team, i.email, i.created_at, i.accepted_at from team_invitations i
      join teams t on t.id = i.team_id where i.accepted_by = $1 order by i.created_at`,
  },
  user_roles: {
    file: 'roles',
    about: 'admin rights',
    query: 'select role, created_at from user_roles where user_id = $1',
  },
  accounts: {
    file: 'sign-ins',
    about: 'your sign-in methods',
    query: 'select provider_id, label, created_at, updated_at, last_used_at from accounts where user_id = $1',
  },
  sessions: {
    file: 'sessions',
    about: 'your active sessions',
    query:
      'select ip_address, user_agent, created_at, updated_at, expires_at, proved_at, factor_proved_at from sessions where user_id = $1 and support_from is null order by created_at',
  },
  api_keys: {
    file: 'api-keys',
    about: 'your API keys, without their secrets',
    query:
      'select name, start, scopes, created_at, expires_at, last_used_at, last_used_ip from api_keys where user_id = $1 order by created_at',
  },
  known_devices: {
    file: 'devices',
    about: 'browsers and networks you logged in from',
    query:
      'select device, network, first_seen_at, last_seen_at from known_devices where user_id = $1 order by first_seen_at',
  },
  address_changes: {
    file: 'address-changes',
    about: 'your email address changes',
    query:
      'select old_email, new_email, created_at, expires_at, confirmed_at, ended_at from address_changes where user_id = $1 order by created_at',
  },
  passkeys: {
    file: 'passkeys',
    about: 'your passkeys, with the names you gave them',
    query:
      'select name, transports, created_at, last_used_at from passkeys where user_id = $1 order by created_at',
  },
  media: {
    file: 'uploads',
    about: 'files you uploaded; your profile picture itself is in files/',
    query: 'select id, kind, mime, bytes, created_at from media where owner_id = $1 order by created_at',
  },
  folder_imports: {
    file: 'course-imports',
    about: 'the course folders that you imported last',
    query: 'select name, state, started_at from folder_imports where owner_id = $1',
  },
  media_uploads: {
    file: 'unfinished-uploads',
    about: 'files whose upload you have not finished',
    query:
      'select name, bytes, received, created_at, touched_at from media_uploads where owner_id = $1 order by created_at',
  },
  exports: {
    file: 'exports',
    about: 'exports you asked for as an administrator; the files themselves are at Exports',
    query:
      'select request, state, written, bytes, created_at, finished_at, expires_at from exports where user_id = $1 order by created_at',
  },
  comments: {
    file: 'comments',
    rows: OF_TEXTS,
    about: 'your comments on courses and posts',
    query: `select c.id, k.title as about, c.parent_id, c.body, c.created_at, c.edited_at, c.hidden_at, c.removed_at,
        (select array_agg(distinct r.said) from comment_reports r
          where r.comment_id = c.id and r.said is not null and r.said <> c.body) as earlier_words
      from comments c join courses k on k.id = c.course_id where c.author_id = $1 order by c.created_at`,
  },
  course_reviews: {
    file: 'reviews',
    about: 'your reviews of courses',
    query: `select r.id, k.title as about, r.rating, r.body, r.created_at, r.edited_at, r.hidden_at, r.hidden_reason, r.removed_at
      from course_reviews r join courses k on k.id = r.course_id where r.author_id = $1 order by r.created_at`,
  },
  comment_reports: {
    file: 'reports',
    about: 'comments you reported',
    query:
      'select comment_id, reason, created_at from comment_reports where reporter_id = $1 order by created_at',
  },
  authors: {
    file: 'author-profile',
    about: 'what you say about yourself as an author',
    query:
      'select slug, bio, website, social, picture, created_at, updated_at from authors where user_id = $1',
  },
  course_authors: {
    file: 'posts',
    about: 'posts and courses that name you as their author, including those in the trash',
    // What is in the trash gave up kind, address and publication.
    query: `select c.id, coalesce(d.kind, c.kind) as kind, c.title, c.description, coalesce(d.slug, c.slug) as slug, c.created_at,
        coalesce(d.published_at, c.published_at) as published_at, d.deleted_at
      from course_authors n join courses c on c.id = n.course_id left join deleted_courses d on d.course_id = c.id
      where n.user_id = $1 order by c.created_at`,
  },
  enrolments: {
    file: 'courses',
    about: 'courses you are enrolled in',
    query: `select k.title, coalesce(d.slug, k.slug) as slug, e.enrolled_at, e.left_at, e.completed_at, e.last_used_at
      from enrolments e join courses k on k.id = e.course_id left join deleted_courses d on d.course_id = k.id where e.user_id = $1 order by e.enrolled_at`,
  },
  section_progress: {
    file: 'progress',
    about: 'your progress in each section',
    query: `select k.title as course, coalesce(s.title, r.title) as section, p.reached, p.watched::text as watched, p.duration, p.marked,
        p.position, p.position_at, p.done_at
      from section_progress p join section_registry r on r.id = p.section_id left join course_content s on s.id = r.id
        join courses k on k.id = p.course_id
      where p.user_id = $1 order by k.title, s.sort_order`,
  },
  section_notes: {
    file: 'notes',
    rows: OF_TEXTS,
    about: 'your notes and bookmarks',
    query: `select k.title as course, coalesce(s.title, r.title) as section, n.body, n.bookmarked_at, n.updated_at
      from section_notes n join section_registry r on r.id = n.section_id left join course_content s on s.id = r.id
        join courses k on k.id = n.course_id
      where n.user_id = $1 order by k.title, s.sort_order`,
  },
  lab_work: {
    file: 'lab-work',
    rows: OF_FILES,
    about: 'your work in labs',
    query: `select k.title as course, coalesce(s.title, r.title) as section, w.files, w.hints, w.updated_at
      from lab_work w join section_registry r on r.id = w.section_id left join course_content s on s.id = r.id
        join courses k on k.id = r.course_id
      where w.user_id = $1 order by k.title, s.sort_order`,
  },
  lab_runs: {
    file: 'lab-submissions',
    rows: OF_FILES,
    about: 'code you submitted in labs and exams; of labs with the verdicts',
    query: `select k.title as course, coalesce(s.title, r.title) as section, w.exam_attempt_id as attempt_id, w.question, w.files,
        w.state, w.queued_at, w.finished_at, case when w.exam_attempt_id is null then w.verdict end as verdict,
        case when w.exam_attempt_id is null then w.points end as points
      from lab_runs w join section_registry r on r.id = w.section_id left join course_content s on s.id = r.id
        join courses k on k.id = r.course_id
      where w.user_id = $1 order by w.queued_at`,
  },
  exam_attempts: {
    file: 'exam-attempts',
    about: 'exams you took, with the results released to you',
    query: `select a.id, k.title as course, coalesce(s.title, r.title) as exam, a.number, a.started_at, a.deadline_at, a.submitted_at, a.passed
      from exam_attempts a join section_registry r on r.id = a.section_id left join course_content s on s.id = r.id
        join courses k on k.id = r.course_id
      where a.user_id = $1 order by a.started_at`,
  },
  exam_answers: {
    file: 'exam-answers',
    rows: OF_FILES,
    about: 'every answer you gave',
    query: `select w.attempt_id, w.question, w.answer, w.received_at
      from exam_answers w join exam_attempts a on a.id = w.attempt_id where a.user_id = $1 order by w.place`,
  },
  exam_late_answers: {
    file: 'exam-late-answers',
    rows: OF_FILES,
    about: 'answers you typed in time that arrived after the deadline, and what was decided',
    query: `select l.attempt_id, l.question, l.answer, l.typed_at, l.received_at, l.state, l.reason, l.decided_at
      from exam_late_answers l join exam_attempts a on a.id = l.attempt_id where a.user_id = $1 order by l.typed_at`,
  },
  certificates: {
    file: 'certificates',
    about: 'your current and past certificates',
    query: `select id, kind, holder_name, title, course_title, proof, achieved_at, issued_at, expires_at, revoked_at, revoked_reason,
        replaced_for, is_listed
      from certificates where user_id = $1 order by issued_at`,
  },
  exam_accommodations: {
    file: 'exam-accommodations',
    about: 'your exam accommodations',
    query: `select r.title as exam, g.extra_percent, g.extra_minutes, g.extra_attempts, g.opens_at, g.closes_at, g.reason,
        g.granted_at
      from exam_accommodations g left join section_registry r on r.id = g.section_id
      where g.user_id = $1 order by g.granted_at`,
  },
  exam_marks: {
    file: 'exam-marks',
    about: 'comments on your answers from graders',
    query: `select m.attempt_id, m.question, m.comment, m.marked_at
      from exam_marks m join exam_attempts a on a.id = m.attempt_id
      where a.user_id = $1 and a.submitted_at is not null and not a.waiting order by m.marked_at`,
  },
  exam_files: {
    file: 'exam-files',
    about: 'files you submitted; the files themselves are in files/',
    query: `select f.id, f.attempt_id, f.question, f.name, f.bytes, f.created_at
      from exam_files f join exam_attempts a on a.id = f.attempt_id where a.user_id = $1 order by f.created_at`,
  },
  notifications: {
    file: 'notices',
    about: 'notifications you received',
    query:
      // What others wrote stays where its readers may read it; the notice is there without the words.
      `select kind, case when comment_id is null then props else props - 'text' end as props, link, created_at, read_at
       from notifications where user_id = $1 order by created_at`,
  },
  notification_preferences: {
    file: 'notice-preferences',
    about: 'your notification preferences',
    query: 'select kind, in_app, email from notification_preferences where user_id = $1 order by kind',
  },
  marketing_consents: {
    file: 'marketing-consents',
    about: 'when you agreed to marketing emails, and when you withdrew your consent',
    query: 'select given_at, withdrawn_at from marketing_consents where user_id = $1 order by given_at',
  },
  notification_settings: {
    file: 'notice-settings',
    about: 'whether you get a daily email digest',
    query: 'select digest, digested_at from notification_settings where user_id = $1',
  },
  followed_categories: {
    file: 'followed-categories',
    about: 'categories you follow',
    query: `select k.name, f.created_at from followed_categories f join categories k on k.id = f.category_id
      where f.user_id = $1 order by k.name`,
  },
  seen_news: {
    file: 'seen-news',
    about: 'new courses and posts on your dashboard that you have seen',
    query: `select coalesce(d.kind, c.kind) as kind, c.title, n.seen_at
      from seen_news n join courses c on c.id = n.course_id left join deleted_courses d on d.course_id = c.id
      where n.user_id = $1 order by n.seen_at`,
  },
  feed_tokens: {
    file: 'private-feed',
    about: 'whether you have a private feed',
    query: 'select created_at from feed_tokens where user_id = $1',
  },
  invitations: {
    file: 'invitation',
    about: 'the invitation you joined with',
    query:
      'select email, tier, is_admin, created_at, accepted_at from invitations where accepted_by = $1 order by created_at',
  },
  contact_messages: {
    file: 'messages',
    about: 'messages you sent to the school from your email address',
    query: `select name, email, message, created_at, answered_at from contact_messages
      where lower(email) = (select email from users where id = $1 and email_verified) order by created_at`,
  },
  audit_log: {
    file: 'what-you-did',
    rows: OF_TEXTS,
    about: 'audit log entries for actions by you, or by an administrator on your behalf',
    // What an administrator changed is mostly somebody else's, and so is where an administrator was who helped.
    query: `select at, action, entity, entity_id, case when actor_id = $1 then ip_address end as ip_address,
        case when actor_kind = 'member' or on_behalf_of = $1 then before end as before,
        case when actor_kind = 'member' or on_behalf_of = $1 then after end as after,
        coalesce(on_behalf_of = $1, false) as by_administrator
      from audit_log where actor_id = $1 or on_behalf_of = $1 order by id`,
  },
  mail_outbox: {
    file: 'mails',
    about: 'emails sent to your address',
    query: `select template, created_at, sent_at from mail_outbox
      where recipient = (select email from users where id = $1) order by created_at`,
  },
};

/** Tables that name a person and are left out, each with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  two_factor: 'only secrets of two-factor authentication',
  passkey_challenges: 'passkey challenges, kept for five minutes',
  email_codes: 'hashes of emailed codes, kept for a day',
  used_codes: 'hashes of used codes',
  verifications: 'hashes of links in emails and of unfinished logins, which expire within hours',
  idempotency_keys: 'encrypted replies for repeated requests, kept for a day',
  rate_limits: 'request counts, kept for five minutes',
  marketing_audience:
    'whether an announcement would reach you now, which follows from your consent and your account',
  announcements: 'emails that administrators wrote to members, with who sent them',
  notice_events: 'the same as the notifications, before they were delivered',
  course_drafts: 'unpublished changes of courses and posts, with who saved them',
  course_versions: 'saved versions of courses and posts, with who saved them',
  courses: 'courses and posts; those that name you as an author are listed',
  preview_links: 'hashes of preview links of courses and posts, with who created them',
  deleted_courses: 'courses and posts in the trash, with who deleted them',
  bank_trash: 'question banks and questions in the trash, with who deleted them',
  custom_pages: 'pages that the school added, of those in the trash with who deleted them',
  page_revisions: 'the pages of the school, with who saved them',
  comment_decisions: 'decisions of administrators about comments of others',
  billing_setup_ticks: 'steps of the setup of payments, with who confirmed them',
};

/** Tables that know only the number of somebody's payment account and are left out, each with the reason. */
export const LEFT_OUT_OF_PAYMENTS: Readonly<Record<string, string>> = {
  billing_facts: 'what the payment provider said of you; the file of your payments holds it',
  billing_current_facts: 'an index of the same',
  billing_movements: 'how recurring revenue changed, which follows from the same',
  billing_commands: 'what the payment provider was asked to do; what came of it is in your payments',
  billing_mails: 'which emails about payments were written; the emails are listed',
  billing_alarms: 'what administrators must check about payments',
};

/** The pictures of a person, and the files that they handed in. */
export async function selectOwnFiles(db: Reader, userId: string) {
  const pictures = await db
    .selectFrom('media')
    .select(['id', 'kind'])
    .where('owner_id', '=', userId)
    .where('kind', '=', 'avatar')
    .execute();
  const submitted = await db
    .selectFrom('exam_files')
    .innerJoin('exam_attempts', 'exam_attempts.id', 'exam_files.attempt_id')
    .select(['exam_files.id', 'exam_files.name', 'exam_files.bytes'])
    .where('exam_attempts.user_id', '=', userId)
    .execute();
  return { pictures, submitted };
}
