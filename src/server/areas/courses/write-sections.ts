import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import type { SectionPlan } from './plan-sections.ts';

/** Carries out a plan: ids survive, and sections that did not change are not touched. */
export async function writeSections(
  trx: Transaction<DB>,
  courseId: string,
  { removed, written }: SectionPlan,
  now: Date,
): Promise<void> {
  if (removed.length > 0)
    await trx
      .deleteFrom('course_content')
      .where('course_id', '=', courseId)
      .where('id', 'in', removed)
      .execute();
  const rows = written.map(({ id, row }) => ({
    id,
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
    .map(({ values }) => ({ ...values, course_id: courseId }));
  if (added.length > 0) await trx.insertInto('course_content').values(added).execute();
}
