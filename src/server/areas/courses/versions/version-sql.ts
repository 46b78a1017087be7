import { sql, type Transaction } from 'kysely';
import type { EditCourse } from '#contract/courses/courses';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

/** How many saved versions of a course or post are kept. */
export const KEPT = 50;

export interface VersionRow {
  readonly version: number;
  readonly restored_version: number | null;
  readonly saved_at: Date;
  readonly saved_by: string | null;
}

/** A course as a version keeps it: who its authors are is no part of it. */
export type KeptCourse = Omit<EditCourse, 'authors'>;

/** Keeps a course as it is after a save; the oldest versions beyond the last 50 go. One that is kept already stays. */
export async function insertVersion(
  trx: Transaction<DB>,
  { authors: _, ...course }: EditCourse,
  { restored = null, savedBy }: { savedBy: string | null; restored?: number | null },
): Promise<void> {
  await sql`insert into course_versions (course_id, version, content, restored_version, saved_by, saved_at)
    values (${course.id}, ${course.version}, ${JSON.stringify(course)}::jsonb, ${restored}, ${savedBy}, ${course.updatedAt})
    on conflict do nothing`.execute(trx);
  await sql`delete from course_versions where course_id = ${course.id} and version <= (
    select version from course_versions where course_id = ${course.id} order by version desc offset ${KEPT} limit 1)`.execute(
    trx,
  );
}

/** The kept versions of a course, newest first. */
export async function selectVersions(db: Reader, courseId: string): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.version, v.restored_version, v.saved_at, u.name as saved_by
    from course_versions v left join users u on u.id = v.saved_by
    where v.course_id = ${courseId} order by v.version desc`.execute(db);
  return rows;
}

export async function selectVersion(
  db: Reader,
  { courseId, version }: { courseId: string; version: number },
): Promise<KeptCourse | undefined> {
  const { rows } = await sql<{ content: KeptCourse }>`
    select v.content from course_versions v join courses c on c.id = v.course_id and c.kind in ('course', 'post')
    where v.course_id = ${courseId} and v.version = ${version}`.execute(db);
  return rows[0]?.content;
}

/** Which of these categories there still are, in this order. */
export async function selectLivingCategories(db: Reader, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, place)
    join categories k on k.id = wanted.id order by wanted.place`.execute(db);
  return rows.map(({ id }) => id);
}
