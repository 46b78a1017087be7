import { sql } from 'kysely';
import type { OpenTo } from '#domain/courses/life-cycle';
import type { Rating } from '#domain/reviews/limits';
import type { Tier } from '#domain/tiers';
import { type Cursor, toCursor } from '#server/cursor';
import type { Reader } from '#server/db/client';
import { keptRatings } from '#server/db/counts/counts-sql';
import { fewFound, isFindable, onlyFew } from '#server/db/counts/few-found-sql';
import { isOlder } from '#server/db/lists/cursor-sql';
import { containing } from '#server/db/lists/literal-pattern';

/** A review with its author. */
export interface ReviewRow {
  id: string;
  course_id: string;
  author_id: string | null;
  author_name: string | null;
  author_avatar: string | null;
  rating: Rating;
  body: string;
  created_at: Date;
  /** The time of its making to the microsecond, for cursors. */
  made: string;
  edited_at: Date | null;
  hidden_at: Date | null;
  hidden_reason: string | null;
  /** Set: it was hidden, and its author deleted it. */
  removed_at: Date | null;
  version: number;
}

const COLUMNS = sql`r.id, r.course_id, r.author_id, u.name as author_name, p.avatar_url as author_avatar, r.rating, r.body,
  r.created_at, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as made, r.edited_at, r.hidden_at,
  r.hidden_reason, r.removed_at, r.version`;
const AUTHOR = sql`left join users u on u.id = r.author_id left join profiles p on p.id = r.author_id`;

const after = (end: Cursor | null) => isOlder(end, sql`r.created_at`, sql`r.id`);

export function cursorOf({ id, made }: Pick<ReviewRow, 'id' | 'made'>): string {
  return toCursor({ at: made, id });
}

/** A course as far as its reviews are concerned, with how far this person got in it. */
export interface ReviewedCourse {
  readonly id: string;
  readonly subscription_level: Tier;
  readonly open_to: OpenTo;
  readonly enrolled: boolean;
  readonly has_enrolled: boolean;
  readonly sections_done: number;
  /** How many of the shown reviews gave each rating; null where nobody asked, or there is none. */
  readonly ratings: Readonly<Partial<Record<Rating, number>>> | null;
}

export async function selectReviewedCourse(
  db: Reader,
  courseId: string,
  userId: string | null,
  { withRatings = false } = {},
): Promise<ReviewedCourse | undefined> {
  const ratings = sql`(select jsonb_object_agg(n.rating, n.count) from ${keptRatings(sql`c.id`)} n)`;
  const { rows } = await sql<ReviewedCourse>`
    select c.id, c.subscription_level, c.open_to, e.user_id is not null as has_enrolled,
      e.user_id is not null and e.left_at is null as enrolled,
      (select count(*)::int from section_progress s
        where s.course_id = c.id and s.user_id = ${userId} and s.done_at is not null) as sections_done,
      ${withRatings ? ratings : sql`null::jsonb`} as ratings
    from courses c left join enrolments e on e.course_id = c.id and e.user_id = ${userId}
    where c.id = ${courseId} and c.kind = 'course'`.execute(db);
  return rows[0];
}

/** One page of the reviews that are shown, newest first. */
export async function selectReviews(
  db: Reader,
  page: { courseId: string; after: Cursor | null; limit: number },
): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select ${COLUMNS} from course_reviews r ${AUTHOR}
    where r.course_id = ${page.courseId} and r.hidden_at is null and ${after(page.after)}
    order by r.created_at desc, r.id desc limit ${page.limit}`.execute(db);
  return rows;
}

/** Somebody's review of a course. `lock` holds it until the transaction ends. */
export async function selectOwnReview(
  db: Reader,
  { authorId, courseId }: { authorId: string; courseId: string },
  lock = false,
): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    select ${COLUMNS} from course_reviews r ${AUTHOR} where r.course_id = ${courseId} and r.author_id = ${authorId}
    ${lock ? sql`for update of r` : sql``}`.execute(db);
  return rows[0];
}

/** A review, held until the transaction ends. */
export async function lockReview(trx: Reader, id: string): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    select ${COLUMNS} from course_reviews r ${AUTHOR} where r.id = ${id} for update of r`.execute(trx);
  return rows[0];
}

interface ListedRow extends ReviewRow {
  slug: string;
  course_title: string;
}

/** The reviews that a text is found in, by its words, its course, or its author, where these are few. */
async function selectFew(db: Reader, contains: string): Promise<readonly string[] | null> {
  if (!isFindable(contains)) return null;
  const like = containing(contains);
  const { rows } = await sql<{ ids: string[] }>`select ${fewFound(
    sql`select id from course_reviews where body ilike ${like}`,
    sql`select n.id from courses c join course_reviews n on n.course_id = c.id where c.title ilike ${like}`,
    sql`select n.id from profiles p join course_reviews n on n.author_id = p.id where p.search_text like lower(${like})`,
  )} as ids`.execute(db);
  return onlyFew(rows[0]?.ids ?? []);
}

/** One page of all reviews of courses that are not in the trash, newest first. */
export async function selectAllReviews(
  db: Reader,
  page: { after: Cursor | null; contains: string; limit: number; state: 'shown' | 'hidden' | undefined },
): Promise<ListedRow[]> {
  const like = containing(page.contains);
  const few = await selectFew(db, page.contains);
  const { rows } = await sql<ListedRow>`
    select ${COLUMNS}, k.slug, k.title as course_title
    from course_reviews r join courses k on k.id = r.course_id and k.kind = 'course' ${AUTHOR}
    where ${few === null ? sql`true` : sql`r.id = any (${few}::uuid[])`} and ${after(page.after)}
      ${page.contains === '' ? sql`` : sql`and (r.body ilike ${like} or k.title ilike ${like} or u.name ilike ${like} or u.email ilike ${like})`}
      ${page.state === undefined ? sql`` : page.state === 'hidden' ? sql`and r.hidden_at is not null` : sql`and r.hidden_at is null`}
    order by r.created_at desc, r.id desc limit ${page.limit}`.execute(db);
  return rows;
}
