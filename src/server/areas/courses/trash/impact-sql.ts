import { sql } from 'kysely';
import type { RemovalImpact } from '#contract/courses/removals';
import type { Reader } from '#server/db/client';
import { keptCount } from '#server/db/counts/counts-sql';

/** Of so many learners and attempts at most, what hangs on a course is counted when it is asked for. */
export const COUNTED_AT_ONCE = 200;

interface KeptImpact {
  /** How many learners and attempts there are. */
  readonly size: number;
  readonly figures: unknown;
  readonly counted_at: Date | null;
}

/** What was counted last of what hangs on a course. */
export async function selectKeptImpact(db: Reader, courseId: string): Promise<KeptImpact> {
  const { rows } = await sql<KeptImpact>`
    select k.figures, k.counted_at, ${keptCount('learners', courseId)} + (
      select coalesce(sum(n.count), 0)::int from section_registry r cross join lateral (
        select sum(count) as count from counts_now
        where what = 'attempts' and subject >= r.id || ' ' and subject < r.id || '!') n
      where r.course_id = ${courseId}::uuid) as size
    from (select ${courseId}::uuid as id) c left join course_impacts k on k.course_id = c.id`.execute(db);
  return rows[0] ?? { size: 0, figures: null, counted_at: null };
}

interface DueImpact {
  readonly course_id: string;
  /** How many learners and attempts there are now. */
  readonly size: number;
}

/** The large courses and posts that grew or shrank by a hundredth since it was counted what hangs on them, or where that was before this moment. */
export async function selectDueImpacts(db: Reader, before: Date): Promise<DueImpact[]> {
  const { rows } = await sql<DueImpact>`
    select c.id as course_id, n.size::int from (
      select course_id, sum(count) as size from (
        select subject::uuid as course_id, count from counts_now where what = 'learners'
        union all select r.course_id, a.count from counts_now a
          join section_registry r on r.id = split_part(a.subject, ' ', 1)::uuid where a.what = 'attempts') parts
      group by course_id having sum(count) > ${COUNTED_AT_ONCE}) n
    join courses c on c.id = n.course_id and c.kind <> 'deleted' left join course_impacts k on k.course_id = c.id
    where k.course_id is null or abs(n.size - k.size) * 100 >= k.size or k.counted_at < ${before} order by c.id`.execute(
    db,
  );
  return rows;
}

interface Counted {
  readonly courseId: string;
  readonly size: number;
  readonly countedAt: Date;
  readonly figures: {
    readonly course: RemovalImpact;
    readonly sections: Readonly<Record<string, RemovalImpact>>;
  };
}

/** Keeps what hangs on a course, unless it was deleted for good meanwhile. */
export async function upsertImpact(
  db: Reader,
  { countedAt, courseId, figures, size }: Counted,
): Promise<void> {
  await sql`
    insert into course_impacts (course_id, figures, size, counted_at)
    select id, ${JSON.stringify(figures)}::jsonb, ${size}, ${countedAt} from courses where id = ${courseId}
    on conflict (course_id) do update
      set figures = excluded.figures, size = excluded.size, counted_at = excluded.counted_at`.execute(db);
}
