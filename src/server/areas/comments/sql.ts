import { type RawBuilder, sql } from 'kysely';
import type { OpenTo } from '#domain/courses/life-cycle';
import { coursePath } from '#domain/courses/paths';
import type { Tier } from '#domain/tiers';
import { fromCursor, toCursor } from '#server/cursor';
import { batchedBy } from '#server/db/batched';
import type { Db, Reader } from '#server/db/client';
import { keptCount } from '#server/db/counts/counts-sql';
import { prepared } from '#server/db/prepared';
import type { CommentPlace } from './comment-place.ts';
import { keptPlaces } from './keep-places.ts';

/** A comment with its author, and what decides about it. */
export interface CommentRow {
  id: string;
  course_id: string;
  parent_id: string | null;
  author_id: string | null;
  author_name: string | null;
  author_avatar: string | null;
  body: string;
  body_html: string;
  created_at: Date;
  /** The time of its making to the microsecond, for cursors. */
  made: string;
  edited_at: Date | null;
  hidden_at: Date | null;
  removed_at: Date | null;
  version: number;
}

export const MICROSECONDS = sql`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;
export const COLUMNS = sql`c.id, c.course_id, c.parent_id, c.author_id, u.name as author_name, p.avatar_url as author_avatar,
  c.body, c.body_html, c.created_at, to_char(c.created_at at time zone 'UTC', ${MICROSECONDS}) as made,
  c.edited_at, c.hidden_at, c.removed_at, c.version`;
export const AUTHOR = sql`left join users u on u.id = c.author_id left join profiles p on p.id = c.author_id`;

/** What comes after the last comment of the page before. Fails with BAD_INPUT when the cursor is none of ours. */
export function after(cursor: string | undefined, time: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  if (cursor === undefined) return sql``;
  const last = fromCursor(cursor);
  return sql`and (${time}, ${id}) > (${last.at}::timestamptz, ${last.id}::uuid)`;
}

export function cursorOf({ id, made }: Pick<CommentRow, 'id' | 'made'>): string {
  return toCursor({ at: made, id });
}

// Lateral, each by its key: for a plan the length of the arrays is unknown, and joins would read whole tables.
const selectPlaces = prepared<
  Omit<CommentPlace, 'id' | 'path'> & { id: string | null; kind: 'course' | 'post'; slug: string }
>(`
  select k.subscription_level, k.open_to, k.title, k.id, k.kind, k.slug,
    coalesce(r.course_id = asked.course_id and r.parent_id is null and r.removed_at is null, false) as is_root,
    r.author_id as root_author_id
  from unnest((select $1::uuid[]), (select $2::uuid[])) with ordinality as asked (course_id, parent_id, number)
  left join lateral (
    select id, kind, slug, subscription_level, open_to, title
    from courses where id = asked.course_id and kind <> 'deleted' limit 1) k on true
  left join lateral (
    select course_id, parent_id, author_id, removed_at from comments where id = asked.parent_id limit 1) r on true
  order by asked.number`);

interface Asked {
  readonly courseId: string;
  readonly parentId: string | null;
}
const places = batchedBy(({ pool }: Db) => async (asked: readonly Asked[]) => {
  const [courses, parents] = [asked.map(({ courseId }) => courseId), asked.map(({ parentId }) => parentId)];
  const rows = await selectPlaces(pool, [courses, parents]);
  return rows.map(({ id, kind, slug, ...row }) =>
    id === null ? undefined : { ...row, id, path: coursePath({ id, kind, slug }) },
  );
});

/** Where a comment is to stand; nothing when there is no such course or post. What a reply answers is always asked. */
export function selectPlace(db: Db, asked: Asked): Promise<CommentPlace | undefined> {
  const ask = () => places(db)(asked);
  return asked.parentId === null ? keptPlaces(db).find(asked.courseId, ask) : ask();
}

/** When somebody wrote the first of their last `most` comments since a time; undefined: there were fewer. */
export async function selectFirstComment(
  db: Reader,
  authorId: string,
  { most, since }: { readonly most: number; readonly since: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from comments where author_id = ${authorId} and created_at > ${since}
    order by created_at desc offset ${most - 1} limit 1`.execute(db);
  return rows[0]?.created_at;
}

/** A comment that was not removed, with the tier of its course. `lock` holds it until the transaction ends. */
export async function selectComment(
  db: Reader,
  id: string,
  lock = false,
): Promise<(CommentRow & { subscription_level: Tier; open_to: OpenTo }) | undefined> {
  const { rows } = await sql<CommentRow & { subscription_level: Tier; open_to: OpenTo }>`
    select ${COLUMNS}, k.subscription_level, k.open_to from comments c join courses k on k.id = c.course_id and k.kind <> 'deleted' ${AUTHOR}
    where c.id = ${id} and c.removed_at is null ${lock ? sql`for no key update of c` : sql``}`.execute(db);
  return rows[0];
}

/**
 * One page of conversations, oldest first, each followed by the first of its replies: `limit` and `replies` count one more
 * than is shown. A removed comment is there as long as something answers it.
 */
export async function selectConversations(
  db: Reader,
  page: { courseId: string; after: string | undefined; limit: number; replies: number },
): Promise<(CommentRow & { total: number | null })[]> {
  const { rows } = await sql<CommentRow & { total: number | null }>`
    with roots as (
      select * from comments c where c.course_id = ${page.courseId} and c.depth = 0
        and (c.removed_at is null
          or exists (select 1 from comments r where r.parent_id = c.id and r.removed_at is null))
        ${after(page.after, sql`c.created_at`, sql`c.id`)}
      order by c.created_at, c.id limit ${page.limit}),
    thread as (
      select roots.*, roots.created_at as root_at, roots.id as root_id from roots
      union all
      select r.*, roots.created_at, roots.id from roots cross join lateral (
        select * from comments r where r.parent_id = roots.id and r.removed_at is null
        order by r.created_at, r.id limit ${page.replies}) r)
    select ${COLUMNS}, ${
      page.after === undefined ? keptCount('course comments', page.courseId) : sql`null::int`
    } as total
    from thread c ${AUTHOR} order by c.root_at, c.root_id, c.depth, c.created_at, c.id`.execute(db);
  return rows;
}

export async function selectReplies(
  db: Reader,
  page: { parentId: string; after: string | undefined; limit: number },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${COLUMNS} from comments c ${AUTHOR}
    where c.parent_id = ${page.parentId} and c.removed_at is null ${after(page.after, sql`c.created_at`, sql`c.id`)}
    order by c.created_at, c.id limit ${page.limit}`.execute(db);
  return rows;
}

/** What decides whether the answers to a comment may be read, even of one that was removed. */
export function selectCommentPlace(db: Reader, id: string) {
  return db
    .selectFrom('comments')
    .innerJoin('courses', 'courses.id', 'comments.course_id')
    .select(['courses.id', 'courses.subscription_level', 'courses.open_to'])
    .where('comments.id', '=', id)
    .where('courses.kind', '<>', 'deleted')
    .executeTakeFirst();
}

/** Title and path of what a comment stands under, for notices about it. */
export async function selectNoticePlace(trx: Reader, courseId: string) {
  const { id, kind, slug, title } = await trx
    .selectFrom('courses')
    .select(['id', 'kind', 'slug', 'title'])
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow();
  return { title, path: coursePath({ id, kind, slug }) };
}

/** Deletes comments that were removed before then and that nothing answers which can still be seen or brought back. */
export async function deleteUnanswered(db: Reader, border: Date): Promise<void> {
  await sql`
    delete from comments c where c.removed_at < ${border} and not exists (
      select 1 from comments r where r.parent_id = c.id and (r.removed_at is null or r.removed_at >= ${border}))`.execute(
    db,
  );
}

/** Takes words and author off the comments that were removed before then, and the words off their reports and those closed before. */
export async function wipeWords(db: Reader, border: Date): Promise<void> {
  await sql`
    with wiped as (
      update comments set body = '', body_html = '', author_id = null
      where removed_at < ${border} and body <> '' returning id)
    update comment_reports set said = null
    where said is not null and (resolved_at < ${border} or comment_id in (select id from wiped))`.execute(db);
}
