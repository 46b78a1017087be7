import { insertLabSpec } from '#server/areas/courses/labs/lab-spec-sql';
import type { Services } from '#server/services';
import { DOUBLING, labOf } from './labs.ts';

/** What the learner starts with, and what passes. */
export const LAB_START = { 'src/double.js': 'export const double = (n) => n;\n' };
export const LAB_DONE = { 'src/double.js': 'export const double = (n) => 2 * n;\n' };

/** Makes a section of a course a lab that runs; answers its id. */
export async function makeLab(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  { courseId, sectionId }: { courseId: string; sectionId: string | undefined },
): Promise<string> {
  const { id, key } = await db.kysely
    .updateTable('course_content')
    .set({ section_type: 'lab' })
    .where('id', '=', sectionId ?? '')
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow();
  const spec = labOf(DOUBLING, { hints: ['Twice.', 'Two times.'] });
  const lab = { spec, files: LAB_START, solution: LAB_DONE, source: {} };
  await db.transaction((trx) => insertLabSpec(trx, { courseId, key, lab, now: clock.now() }));
  return id;
}
