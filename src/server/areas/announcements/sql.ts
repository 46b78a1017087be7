import { type Kysely, sql, type Transaction } from 'kysely';
import type { Announcement } from '#contract/administration/announcements';
import type { Tier } from '#domain/tiers';
import { MAIL_PRIORITY } from '#emails/mail-priority';
import type { Cursor } from '#server/cursor';
import type { Reader } from '#server/db/client';
import { keptCounts } from '#server/db/counts/counts-sql';
import { isOlder } from '#server/db/lists/cursor-sql';
import type { DB } from '#server/db/types';

export interface AnnouncementRow {
  readonly id: string;
  readonly subject: string;
  readonly body: string;
  readonly body_html: string;
  readonly tiers: Tier[];
  readonly created_at: Date;
  readonly sent_by: string | null;
  readonly recipients: number;
  readonly finished_at: Date | null;
  readonly stopped: boolean;
}

// An array of an enumeration arrives as text unless it is asked for as an array of texts.
const COLUMNS = sql`a.id, a.subject, a.body, a.body_html, a.tiers::text[] as tiers, a.created_at, a.recipients,
  a.finished_at, a.stopped`;

/** A page of announcements, newest first, each with the instant of its cursor. */
export async function selectAnnouncements(db: Kysely<DB>, after: Cursor | null, limit: number) {
  const { rows } = await sql<AnnouncementRow & { at: string }>`
    select ${COLUMNS}, u.name as sent_by, a.created_at::text as at
    from announcements a left join users u on u.id = a.sent_by
    where ${isOlder(after, sql`a.created_at`, sql`a.id`)}
    order by a.created_at desc, a.id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many members of each plan may get an announcement now. */
export async function countAudience(db: Reader): Promise<Record<Tier, number>> {
  const { rows } = await sql<{ tier: Tier; count: number }>`
    select subject as tier, count::int as count from ${keptCounts('audience')} counts`.execute(db);
  return {
    free: 0,
    basic: 0,
    premium: 0,
    ...Object.fromEntries(rows.map(({ count, tier }) => [tier, count])),
  };
}

interface NewAnnouncement {
  readonly id: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string;
  readonly tiers: readonly Tier[];
  readonly sentBy: string;
  readonly now: Date;
}

/** Nothing where there is one with this id already. */
export async function insertAnnouncement(
  trx: Transaction<DB>,
  { body, html, id, now, sentBy, subject, tiers }: NewAnnouncement,
): Promise<AnnouncementRow | undefined> {
  const { rows } = await sql<AnnouncementRow>`
    insert into announcements as a (id, subject, body, body_html, tiers, created_at, sent_by)
    values (${id}, ${subject}, ${body}, ${html}, ${[...tiers]}::tier[], ${now}, ${sentBy})
    on conflict (id) do nothing
    returning ${COLUMNS}, (select name from users where id = a.sent_by) as sent_by`.execute(trx);
  return rows[0];
}

export async function selectAnnouncement(db: Reader, id: string): Promise<AnnouncementRow | undefined> {
  const { rows } = await sql<AnnouncementRow>`
    select ${COLUMNS}, u.name as sent_by from announcements a left join users u on u.id = a.sent_by
    where a.id = ${id}`.execute(db);
  return rows[0];
}

export function toAnnouncement(row: AnnouncementRow): Announcement {
  const { body, created_at, finished_at, id, recipients, sent_by, stopped, subject, tiers } = row;
  return {
    id,
    subject,
    text: body,
    tiers,
    createdAt: created_at.toISOString(),
    sentBy: sent_by,
    recipients,
    state: stopped ? 'stopped' : finished_at ? 'finished' : 'sending',
  };
}

/** The oldest announcement that is not finished, but for these; kept from other processes until the transaction ends. */
export async function leaseAnnouncement(
  trx: Transaction<DB>,
  except: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from announcements where finished_at is null and id <> all(${[...except]}::uuid[])
    order by created_at, id limit 1 for update skip locked`.execute(trx);
  return rows[0]?.id;
}

/**
 * Writes the next emails of an announcement, to people who agreed before it was written and still do, and notes how far it
 * came. Answers how many were written.
 */
export async function insertMails(
  trx: Transaction<DB>,
  { batch, id, now, publicUrl }: { id: string; batch: number; publicUrl: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ written: number }>`
    with people as (
      select u.id, u.email, u.name from announcements a
      join marketing_recipients u on u.tier = any (a.tiers)
      where a.id = ${id} and (a.reached is null or u.id > a.reached)
        and exists (select from marketing_consents early where early.user_id = u.id
          and early.withdrawn_at is null and early.given_at <= a.created_at)
      order by u.id limit ${batch}
    ), tokens as (
      insert into notification_settings (user_id) select id from people
      on conflict (user_id) do update set user_id = excluded.user_id
      returning user_id, unsubscribe_token
    ), mails as (
      insert into mail_outbox (event_key, template, priority, recipient, props)
      select 'announcement:' || a.id || ':' || people.id, 'announcement', ${MAIL_PRIORITY.bulk}, people.email,
        jsonb_build_object('name', people.name, 'subject', a.subject, 'text', a.body, 'html', a.body_html,
          'link', ${publicUrl}::text,
          'unsubscribe', ${publicUrl}::text || '/unsubscribe/' || tokens.unsubscribe_token || '-marketing')
      from people join tokens on tokens.user_id = people.id join announcements a on a.id = ${id}
      on conflict (event_key) do nothing returning 1
    ), handled as (
      select count(*)::int as people, max(id::text)::uuid as reached from people
    )
    update announcements set
      recipients = recipients + (select count(*) from mails),
      -- Once all are reached it names nobody: the last one may be erased some day.
      reached = case when handled.people = ${batch}::int then handled.reached end,
      finished_at = case when handled.people < ${batch}::int then ${now}::timestamptz end
    from handled where announcements.id = ${id}
    returning (select count(*)::int from mails) as written`.execute(trx);
  return rows[0]?.written ?? 0;
}
