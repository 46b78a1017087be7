import type { LabFiles } from '#domain/labs/lab-spec';
import { insertLabSpec } from '#server/areas/courses/labs/lab-spec-sql';
import type { Judge } from '#server/platform/judge/judge';
import type { Services } from '#server/services';
import { DOUBLING, labOf } from './labs.ts';

/** What the learner starts with, and what passes. */
export const LAB_START = { 'src/double.js': 'export const double = (n) => n;\n' };
export const LAB_DONE = { 'src/double.js': 'export const double = (n) => 2 * n;\n' };

const YAML = `runner: javascript
checks:
  - { id: a, name: two, module: src/double, call: double, args: [1], equals: 2 }
  - { id: b, name: hidden, hidden: true, module: src/double, call: double, args: [21], equals: 42 }
hints: [Twice., Two times.]
`;
/** The same lab as its author writes it. */
export const LAB_SOURCE: LabFiles = {
  'lab.yaml': YAML,
  'files/src/double.js': LAB_START['src/double.js'],
  'solution/src/double.js': LAB_DONE['src/double.js'],
};

/** Passes what multiplies, without running anything. */
export const FAKE_JUDGE: Pick<Judge, 'judge'> = {
  judge: async ({ checks }, files) => {
    const ok = Object.values(files).some((text) => text.includes('*'));
    const results = checks.map(({ hidden = false, id, name }) => ({ id, name, hidden, ok, points: 1 }));
    const points = ok ? results.length : 0;
    const verdict = { passed: ok, points, most: results.length, results, diagnostics: [] };
    return { verdict, cpuMs: 0, peakMb: 0 };
  },
};

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
  const lab = { spec, files: LAB_START, solution: LAB_DONE, source: LAB_SOURCE };
  await db.transaction((trx) => insertLabSpec(trx, { courseId, key, lab, labs: 'on', now: clock.now() }));
  return id;
}
