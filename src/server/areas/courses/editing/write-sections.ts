import { sql, type Transaction } from 'kysely';
import { completeCourse, reopenCourse, reopenUnpassed } from '#server/db/complete-course';
import type { DB } from '#server/db/types';
import { selectCounting } from '../sql.ts';
import type { SectionPlan } from './plan-sections.ts';

/**
 * Carries out a plan: ids survive, and sections that did not change are not touched. A section that becomes an exam is done by
 * passing it alone. Who has done all that counts afterwards has completed the course; who had completed it only because a section
 * was gone that is back, has not. Answers the sections that count no longer.
 */
export async function writeSections(
  trx: Transaction<DB>,
  courseId: string,
  { removed, written }: SectionPlan,
  now: Date,
): Promise<string[]> {
  const counting = await selectCounting(trx, courseId);
  const exams = written.filter(({ row }) => row.section_type === 'exam');
  await reopenUnpassed(
    trx,
    courseId,
    exams.flatMap(({ id, returns }) => id ?? returns ?? []),
  );
  if (removed.length > 0)
    await trx
      .deleteFrom('course_content')
      .where('course_id', '=', courseId)
      .where('id', 'in', removed)
      .execute();
  const rows = written.map(({ id, returns, row }) => ({
    id,
    returns,
    values: { ...row, exam: row.exam === null ? null : JSON.stringify(row.exam) },
  }));
  for (const { id, values } of rows) {
    if (id !== null)
      await trx
        .updateTable('course_content')
        .set({ ...values, updated_at: now })
        .where('id', '=', id)
        .execute();
  }
  const added = rows
    .filter(({ id }) => id === null)
    .map(({ returns, values }) => ({ ...values, id: returns ?? sql<string>`default`, course_id: courseId }));
  if (added.length > 0) await trx.insertInto('course_content').values(added).execute();
  const still = new Set(await selectCounting(trx, courseId));
  const without = counting.filter((id) => !still.has(id));
  if (without.length > 0) await completeCourse(trx, courseId, { now, without });
  const before = new Set(counting);
  await reopenCourse(
    trx,
    courseId,
    [...still].filter((id) => !before.has(id)),
  );
  return without;
}
