import { sql } from 'kysely';
import type { ExamFigures } from '#contract/exams/grades';
import type { Reader } from '#server/db/client';

/** Of so many ended attempts at most, figures are counted when they are asked for. */
export const COUNTED_AT_ONCE = 200;

export interface KeptFigures {
  readonly ended: number;
  readonly figures: unknown;
  readonly counted_at: Date | null;
}

/** How many attempts at an exam have ended, and the figures that were counted last. */
export async function selectKeptFigures(db: Reader, sectionId: string): Promise<KeptFigures> {
  const { rows } = await sql<KeptFigures>`
    select n.ended, k.figures, k.counted_at
    from (select coalesce(sum(count), 0)::int as ended from counts_now where what = 'attempts'
      and subject >= ${`${sectionId} ended `} and subject < ${`${sectionId} ended!`}) n
    left join exam_figures k on k.section_id = ${sectionId}::uuid`.execute(db);
  return rows[0] ?? { ended: 0, figures: null, counted_at: null };
}

export interface DueFigures {
  readonly section_id: string;
  /** What there is now. */
  readonly basis: string;
}

/** The exams with many attempts whose attempts changed since their figures were counted, or that were counted before this moment. */
export async function selectDueFigures(db: Reader, before: Date): Promise<DueFigures[]> {
  const { rows } = await sql<DueFigures>`
    select s.id as section_id, n.basis
    from (
      select split_part(subject, ' ', 1)::uuid as section_id, sum(count) as ended,
        md5(string_agg(subject || ' ' || count, ',' order by subject)) as basis
      from counts_now where what = 'attempts' and split_part(subject, ' ', 2) = 'ended' and count > 0
      group by 1 having sum(count) > ${COUNTED_AT_ONCE}) n
    join course_content s on s.id = n.section_id left join exam_figures k on k.section_id = s.id
    where k.section_id is null or k.basis <> n.basis or k.counted_at < ${before} order by s.id`.execute(db);
  return rows;
}

/** Keeps the figures of an exam, unless it was deleted meanwhile. */
export async function upsertFigures(
  db: Reader,
  {
    basis,
    countedAt,
    figures,
    sectionId,
  }: { basis: string; countedAt: Date; figures: ExamFigures; sectionId: string },
): Promise<void> {
  await sql`
    insert into exam_figures (section_id, figures, basis, counted_at)
    select id, ${JSON.stringify(figures)}::jsonb, ${basis}, ${countedAt} from course_content where id = ${sectionId}
    on conflict (section_id) do update
      set figures = excluded.figures, basis = excluded.basis, counted_at = excluded.counted_at`.execute(db);
}
