import { sql, type Transaction } from 'kysely';
import type { Config } from '#server/config';
import { completeCourse, reopenCourse, reopenUnpassed, selectDeciders } from '#server/db/complete-course';
import type { DB } from '#server/db/types';
import { selectCounting } from '../sql.ts';
import type { SectionPlan } from './plan-sections.ts';

interface Changed {
  /** The sections that count no longer. */
  readonly without: readonly string[];
  /** Those that became exams or, where the server judges, labs with checks. */
  readonly reopened: readonly string[];
}

/**
 * Carries out a plan: ids survive, and sections that did not change are not touched. A section that becomes an exam, or a lab with
 * checks where the server judges, is done by passing it alone. Who has done all that counts afterwards has completed the course; who
 * had completed it only because a section was gone that is back, has not.
 */
export async function writeSections(
  trx: Transaction<DB>,
  courseId: string,
  { removed, written }: SectionPlan,
  { labs, now }: { labs: Config['labs']; now: Date },
): Promise<Changed> {
  const counting = await selectCounting(trx, courseId);
  const tested = written.filter(({ row }) => row.section_type !== 'lesson');
  const known = tested.flatMap(({ id, returns }) => id ?? returns ?? []);
  const deciders = await selectDeciders(trx, known);
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
  const reopened = [...(await selectDeciders(trx, known))]
    .filter(([id, decider]) => decider !== deciders.get(id) && (decider === 'exam' || labs === 'on'))
    .map(([id]) => id);
  await reopenUnpassed(trx, courseId, reopened);
  const still = new Set(await selectCounting(trx, courseId));
  const without = counting.filter((id) => !still.has(id));
  if (without.length > 0) await completeCourse(trx, courseId, { now, without });
  const before = new Set(counting);
  await reopenCourse(
    trx,
    courseId,
    [...still].filter((id) => !before.has(id)),
  );
  return { reopened, without };
}
