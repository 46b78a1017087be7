import { type Kysely, sql } from 'kysely';
import type { UserDetail } from '#contract/administration/users';
import type { Tier } from '#domain/tiers';
import type { DB } from '#server/db/types';
import type { SignInMethodsRow } from './to-sign-in-methods.ts';

const SESSIONS = 100;
const COMMENTS = 10;
const MAILS = 20;
const COURSES = 50;

interface Row extends SignInMethodsRow {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly avatar_url: string | null;
  readonly subscription_tier: Tier;
  readonly created_at: Date;
  readonly email_verified: boolean;
  readonly disabled_at: Date | null;
  readonly is_admin: boolean;
  readonly two_factor_enabled: boolean;
  readonly erase_at: Date | null;
  readonly sessions: readonly {
    id: string;
    user_agent: string | null;
    ip_address: string | null;
    created_at: string;
    updated_at: string;
  }[];
  readonly comment_count: number;
  readonly comments: readonly {
    id: string;
    body: string;
    hidden: boolean;
    created_at: string;
    course: UserDetail['comments']['latest'][number]['course'];
  }[];
  readonly courses: readonly {
    id: string;
    title: string;
    slug: string;
    enrolled_at: string;
    left_at: string | null;
    completed_at: string | null;
  }[];
  readonly mails: readonly {
    id: string;
    template: string;
    created_at: string;
    sent_at: string | null;
    failed_at: string | null;
    last_error: string | null;
  }[];
  readonly suppressed: UserDetail['suppressed'];
}

/** One account with what belongs to it, in one statement; undefined when there is none. */
export async function selectUserDetail(db: Kysely<DB>, id: string, now: Date): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select p.id, p.username, p.email, p.avatar_url, p.subscription_tier, p.created_at,
      m.email_verified, m.disabled_at, m.two_factor_enabled, m.erase_at, m.is_admin,
      (select coalesce(json_agg(s), '[]') from (
        select id, user_agent, ip_address, created_at, updated_at from sessions
        where user_id = p.id and expires_at > ${now} order by updated_at desc limit ${SESSIONS}) s) as sessions,
      exists (select from accounts a where a.user_id = p.id and a.provider_id = 'credential' and a.password is not null)
        as has_password,
      (select coalesce(json_agg(w), '[]') from (
        select id, name, created_at, last_used_at from passkeys
        where user_id = p.id order by created_at, id) w) as passkeys,
      (select coalesce(json_agg(w), '[]') from (
        select id, provider_id, account_id, label, created_at, last_used_at from accounts
        where user_id = p.id and provider_id <> 'credential' order by created_at, id) w) as links,
      (select coalesce(json_agg(w), '[]') from (
        select id, name, start, scopes, created_at, expires_at, last_used_at, last_used_ip from api_keys
        where user_id = p.id order by created_at desc, id) w) as keys,
      (select count(*)::int from comments where author_id = p.id and removed_at is null) as comment_count,
      (select coalesce(json_agg(c), '[]') from (
        select c.id, left(c.body, 300) as body, c.hidden_at is not null as hidden, c.created_at,
          json_build_object('title', k.title, 'slug', k.slug) as course
        from comments c join courses k on k.id = c.course_id and k.kind <> 'deleted'
        where c.author_id = p.id and c.removed_at is null order by c.created_at desc limit ${COMMENTS}) c) as comments,
      (select coalesce(json_agg(e), '[]') from (
        select k.id, k.title, k.slug, e.enrolled_at, e.left_at, e.completed_at
        from enrolments e join courses k on k.id = e.course_id and k.kind <> 'deleted'
        where e.user_id = p.id order by e.last_used_at desc limit ${COURSES}) e) as courses,
      (select coalesce(json_agg(m), '[]') from (
        select id, template, created_at, sent_at, failed_at, last_error from mail_outbox
        where recipient = p.email order by created_at desc, id desc limit ${MAILS}) m) as mails,
      (select s.reason from mail_suppressions s where s.address = lower(p.email)) as suppressed
    from profiles p join members m on m.id = p.id where p.id = ${id}`.execute(db);
  return rows[0];
}
