import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { CourseState } from '#domain/courses/life-cycle';
import type { ContentType, SectionType } from '#domain/courses/vocabulary';
import type { Reader } from '#server/db/client';
import { keptCount } from '#server/db/counts/counts-sql';
import type { DB } from '#server/db/types';
import type { Kind } from '../sql.ts';

export interface StandingRow {
  readonly id: string;
  readonly kind: Kind;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly state: CourseState;
  readonly publish_at: Date | null;
  readonly published_at: Date | null;
  readonly keeps_access: boolean;
}

const standing = (id: string): RawBuilder<StandingRow> => sql<StandingRow>`
  select id, kind, slug, title, description, state, publish_at, published_at, keeps_access
  from courses where id = ${id} and kind in ('course', 'post')`;

export async function selectStanding(db: Reader, id: string): Promise<StandingRow | undefined> {
  return (await standing(id).execute(db)).rows[0];
}

/** The same, held until the transaction ends. */
export async function lockStanding(trx: Transaction<DB>, id: string): Promise<StandingRow | undefined> {
  return (await sql<StandingRow>`${standing(id)} for update`.execute(trx)).rows[0];
}

/** What depends on a course: who studies it, what it holds, and what requires it first. */
export async function selectAffected(db: Reader, id: string) {
  const { rows } = await sql<{ learners: number; sections: number; requiredBy: string[] }>`
    select ${keptCount('learners', id)} as learners,
      (select count(*)::int from course_content where course_id = ${id}) as sections,
      array(select title from courses where prerequisite_id = ${id} and kind = 'course' order by title limit 20) as "requiredBy"`.execute(
    db,
  );
  return rows[0] ?? { learners: 0, sections: 0, requiredBy: [] };
}

/** What is scheduled and due, first what has waited longest. */
export async function selectDue(
  db: Reader,
  { after, limit, now }: { now: Date; after: { id: string } | undefined; limit: number },
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id from courses where state = 'scheduled' and publish_at <= ${now} and kind in ('course', 'post')
      ${after ? sql`and id > ${after.id}` : sql``}
    order by id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Takes back that followers are notified of it, as long as nobody was. Where some were already, nobody else is, and it counts
 * as announced: those would be notified twice.
 */
export async function endPendingNotice(
  trx: Transaction<DB>,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  await sql`
    with pending as (
      select id, reached from notice_events where event_key = ${`course-published:${id}`} and delivered_at is null for update),
    stopped as (
      update notice_events set delivered_at = ${now}, reached = null
      where id in (select id from pending where reached is not null))
    delete from notice_events where id in (select id from pending where reached is null)`.execute(trx);
}

export interface LinkRow {
  readonly id: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly created_by: string | null;
}

/** Whether whoever made a link `l` may still read what it opens: one made by a former administrator opens nothing. */
const isBacked = sql<boolean>`exists (
  select from members m where m.id = l.created_by and m.is_admin and m.is_enabled)`;

/** The preview links that work, the newest first. */
export async function selectLinks(db: Reader, courseId: string, now: Date): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select l.id, l.created_at, l.expires_at, u.name as created_by
    from preview_links l left join users u on u.id = l.created_by
    where l.course_id = ${courseId} and l.expires_at > ${now} and ${isBacked} order by l.created_at desc, l.id`.execute(
    db,
  );
  return rows;
}

export interface PreviewRow {
  readonly id: string;
  readonly kind: Kind;
  readonly title: string;
  readonly description: string;
  readonly state: CourseState;
  readonly expires_at: Date;
  readonly sections: {
    key: string;
    title: string;
    type: ContentType;
    sectionType: SectionType;
    minutes: number;
  }[];
}

/**
 * What a preview link opens; nothing for one that is unknown, revoked or expired, whose course was deleted, or whose maker
 * isn't an administrator any more.
 */
export async function selectPreview(db: Reader, hash: string, now: Date): Promise<PreviewRow | undefined> {
  const { rows } = await sql<PreviewRow>`
    select c.id, c.kind, c.title, c.description, c.state, l.expires_at, coalesce((
      select jsonb_agg(jsonb_build_object('key', s.key, 'title', s.title, 'type', s.type,
        'sectionType', s.section_type, 'minutes', s.minutes) order by s.sort_order)
      from course_content s where s.course_id = c.id), '[]') as sections
    from preview_links l join courses c on c.id = l.course_id and c.kind <> 'deleted'
    where l.token_hash = ${hash} and l.expires_at > ${now} and ${isBacked}`.execute(db);
  return rows[0];
}

/** A section as it is read. */
export async function selectPreviewed(db: Reader, courseId: string, key: string) {
  return db
    .selectFrom('course_content')
    .select([
      'id',
      'key',
      'title',
      'content_html',
      'type',
      'section_type',
      'video_url',
      'captions_url',
      'minutes',
      'sort_order',
    ])
    .where('course_id', '=', courseId)
    .where('key', '=', key)
    .executeTakeFirst();
}
