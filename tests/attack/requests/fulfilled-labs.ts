import { insertLabSpec } from '#server/areas/courses/labs/lab-spec-sql';
import { DOUBLING, labOf } from '#tests/kit/labs';
import type { World } from '../access/access-objects.ts';

type Input = Record<string, unknown>;

const FILES = { 'src/double.js': 'export const double = (n) => n;\n' };
const CHANGED = { 'src/double.js': 'export const double = (n) => 2 * n;\n' };

/** A lab in the free course, which the member `basic` studies; answers its section. */
async function openLab({ content, school }: World): Promise<string> {
  const { id: courseId } = content.courses.free;
  const { clock, db } = school.services;
  const section = await db.kysely
    .updateTable('course_content')
    .set({ section_type: 'lab' })
    .where('id', '=', content.courses.free.sections[0]?.id ?? '')
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow();
  const spec = labOf(DOUBLING, { hints: ['Twice.', 'Two times.'] });
  const lab = { spec, files: FILES, solution: CHANGED, source: {} };
  await db.transaction((trx) => insertLabSpec(trx, { courseId, key: section.key, lab, now: clock.now() }));
  await school.ask('basic', 'POST', `/api/learning/${courseId}`, { body: {} });
  return section.id;
}

/** Inputs with which the changes of labs succeed. */
export const FULFILLED_LABS: Readonly<Record<string, (world: World) => Promise<Input>>> = {
  'labs.saveWork': async (world) => ({ id: await openLab(world), files: CHANGED, baseVersion: 0 }),
  'labs.reset': async (world) => ({ id: await openLab(world), baseVersion: 0 }),
  'labs.submit': async (world) => ({ id: await openLab(world), version: 0 }),
  'labs.openHint': async (world) => ({ id: await openLab(world) }),
};
