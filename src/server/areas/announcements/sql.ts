import { type Kysely, sql, type Transaction } from 'kysely';
import type { Announcement } from '#contract/administration/announcements';
import type { Tier } from '#domain/tiers';
import type { Cursor } from '#server/cursor';
import type { Reader } from '#server/db/client';
import { MAY_GET_MARKETING } from '#server/db/mail/marketing';
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
    where ${after?.at ?? null}::timestamptz is null
      or (a.created_at, a.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid)
    order by a.created_at desc, a.id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many members of each plan may get an announcement now. */
export async function countAudience(db: Reader): Promise<Record<Tier, number>> {
  const { rows } = await sql<{ tier: Tier; count: number }>`
    select p.subscription_tier as tier, count(*)::int as count
    from users u join profiles p on p.id = u.id where ${MAY_GET_MARKETING} group by p.subscription_tier`.execute(
    db,
  );
  return {
    free: 0,
    basic: 0,
    premium: 0,
    ...Object.fromEntries(rows.map(({ count, tier }) => [tier, count])),
  };
}

interface NewAnnouncement {
  readonly subject: string;
  readonly body: string;
  readonly html: string;
  readonly tiers: readonly Tier[];
  readonly sentBy: string;
  readonly now: Date;
}

export async function insertAnnouncement(
  trx: Transaction<DB>,
  { body, html, now, sentBy, subject, tiers }: NewAnnouncement,
): Promise<AnnouncementRow> {
  const { rows } = await sql<AnnouncementRow>`
    insert into announcements as a (subject, body, body_html, tiers, created_at, sent_by)
    values (${subject}, ${body}, ${html}, ${[...tiers]}::tier[], ${now}, ${sentBy})
    returning ${COLUMNS}, (select name from users where id = a.sent_by) as sent_by`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('the announcement was not kept');
  return row;
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
