import { sql, type Transaction } from 'kysely';
import type { ListedComment } from '#contract/courses/comments';
import { fromCursor } from '#server/cursor';
import type { Reader } from '#server/db/client';
import { isOlder } from '#server/db/lists/cursor-sql';
import { containing } from '#server/db/lists/literal-pattern';
import type { DB } from '#server/db/types';
import { AUTHOR, after, COLUMNS, type CommentRow, MICROSECONDS } from './sql.ts';

interface ListedRow extends CommentRow {
  slug: string;
  course_title: string;
  kind: 'course' | 'post';
  reports: number;
}

interface ReportedRow extends ListedRow {
  first_at: Date;
  first_made: string;
  reasons: { reason: string; reporter: string | null; created_at: string }[];
  former: { said: string; reported_at: string }[] | null;
  total: number | null;
}

/** Where a comment `c` stands: nothing that was said under a course or post in the trash is listed. */
const PLACE = sql`join courses k on k.id = c.course_id and k.kind <> 'deleted'`;

/** What a comment `c` of an author `u` has to contain. */
function matching(contains: string) {
  const like = containing(contains);
  return contains === ''
    ? sql``
    : sql`and (c.body ilike ${like} or u.name ilike ${like} or u.email ilike ${like})`;
}

interface Wanted {
  readonly after: string | undefined;
  readonly contains: string;
  readonly limit: number;
}

/** One page of all comments that were not removed, newest first. */
export async function selectAll(
  db: Reader,
  { after: last, contains, limit, state }: Wanted & { readonly state: 'active' | 'hidden' | undefined },
): Promise<ListedRow[]> {
  const end = last === undefined ? null : fromCursor(last);
  // The authors of the page are looked up once it is known; a text may be part of their names.
  const searched = contains === '' ? sql`` : sql`left join users u on u.id = c.author_id`;
  const { rows } = await sql<ListedRow>`
    select ${COLUMNS}, c.slug, c.course_title, c.kind,
      (select count(*)::int from comment_reports r where r.comment_id = c.id and r.resolved_at is null) as reports
    from (
      select c.*, k.slug, k.title as course_title, k.kind from comments c ${PLACE} ${searched}
      where c.removed_at is null ${matching(contains)}
        ${state === undefined ? sql`` : state === 'hidden' ? sql`and c.hidden_at is not null` : sql`and c.hidden_at is null`}
        and ${isOlder(end, sql`c.created_at`, sql`c.id`)}
      order by c.created_at desc, c.id desc limit ${limit}) c ${AUTHOR}
    order by c.created_at desc, c.id desc`.execute(db);
  return rows;
}

export function courseOf({ course_id, course_title, kind, slug }: ListedRow): ListedComment['course'] {
  return { id: course_id, slug, title: course_title, kind };
}

/** One page of comments with open reports, by the time of the first of them. */
export async function selectReported(db: Reader, page: Wanted): Promise<ReportedRow[]> {
  const first = sql`min(r.created_at)`;
  const open = sql`from comment_reports r join comments c on c.id = r.comment_id ${PLACE}
    ${page.contains === '' ? sql`` : sql`left join users u on u.id = c.author_id`}
    where r.resolved_at is null ${matching(page.contains)}`;
  const { rows } = await sql<ReportedRow>`
    with queue as (
      select r.comment_id, ${first} as first_at, count(*)::int as reports
      ${open}
      group by r.comment_id having true ${after(page.after, first, sql`r.comment_id`)}
      order by ${first}, r.comment_id limit ${page.limit})
    select ${COLUMNS}, k.slug, k.title as course_title, k.kind, q.reports, q.first_at,
      to_char(q.first_at at time zone 'UTC', ${MICROSECONDS}) as first_made, x.reasons, y.former,
      ${
        page.after === undefined ? sql`(select count(distinct r.comment_id)::int ${open})` : sql`null::int`
      } as total
    from queue q join comments c on c.id = q.comment_id ${PLACE} ${AUTHOR}
    cross join lateral (
      select jsonb_agg(jsonb_build_object('reason', l.reason, 'reporter', w.name, 'created_at', l.created_at)
        order by l.created_at desc, l.id) as reasons
      from (select * from comment_reports l where l.comment_id = c.id and l.resolved_at is null
        order by l.created_at desc, l.id limit 5) l left join users w on w.id = l.reporter_id) x
    cross join lateral (
      select jsonb_agg(jsonb_build_object('said', l.said, 'reported_at', l.at) order by l.at) as former
      from (select l.said, min(l.created_at) as at from comment_reports l
        where l.comment_id = c.id and l.resolved_at is null and l.said <> c.body
        group by l.said order by at limit 5) l) y
    order by q.first_at, q.comment_id`.execute(db);
  return rows;
}

interface LockedRow {
  id: string;
  course_id: string;
  author_id: string | null;
  hidden_at: Date | null;
}

/** Holds these comments until the transaction ends, always in one order; those that were removed are left out. */
export async function lockComments(trx: Transaction<DB>, ids: readonly string[]): Promise<LockedRow[]> {
  const { rows } = await sql<LockedRow>`
    select id, course_id, author_id, hidden_at from comments
    where id = any(${[...ids]}::uuid[]) and removed_at is null order by id for update`.execute(trx);
  return rows;
}

/** Brings back what a decision hid or removed, as far as it is still there; answers the comments and their courses. */
export async function restoreComments(
  trx: Transaction<DB>,
  resolution: string,
  ids: readonly string[],
): Promise<{ id: string; course_id: string }[]> {
  const list = [...ids];
  const { rows } =
    resolution === 'removed'
      ? await sql<{ id: string; course_id: string }>`
          update comments set removed_at = null, removed_by = null
          where id = any(${list}::uuid[]) and removed_at is not null and body <> '' returning id, course_id`.execute(
          trx,
        )
      : await sql<{ id: string; course_id: string }>`
          update comments set hidden_at = null, hidden_by = null
          where id = any(${list}::uuid[]) and hidden_at is not null returning id, course_id`.execute(trx);
  return rows;
}

/** Opens the reports again that a decision closed; one that its reporter has repeated since is left closed. */
export async function reopenReports(trx: Transaction<DB>, decisionId: string): Promise<void> {
  await sql`
    update comment_reports r set resolved_at = null, resolution = null, decision_id = null
    where r.decision_id = ${decisionId} and not exists (
      select 1 from comment_reports o
      where o.comment_id = r.comment_id and o.reporter_id = r.reporter_id and o.resolved_at is null)`.execute(
    trx,
  );
}
