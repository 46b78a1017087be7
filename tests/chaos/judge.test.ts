import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { importCourse } from '#server/areas/courses/folders/import-course';
import { listRuns } from '#server/areas/labs/list-runs';
import { saveFiles } from '#server/areas/labs/save-files';
import { submitWork } from '#server/areas/labs/submit-work';
import { enrol } from '#server/areas/learning/enrol';
import { openDatabase } from '#server/db/client';
import { createLog } from '#server/platform/log';
import { courseFolder, LAB_COURSE } from '#tests/kit/lab-folder';
import { openVerbs } from '#tests/kit/verbs';
import { type Installation, startInstallation } from './kit/installation.ts';

/** From when another judge is there. */
const AGAIN_WITHIN_MS = 5000;
const JUDGED_WITHIN_MS = 20_000;

/** Right, and so slow that a judge can be killed meanwhile. */
const SLOW = `export const double = (n: number): number => {
  for (const until = Date.now() + 1000; Date.now() < until; );
  return n * 2;
};
`;

/** A learner who can hand a lab in, and look at what came of it. */
async function openLab({ postgres }: Installation) {
  const { database, password, socket, user } = postgres;
  const connection = { host: socket, database, user, password };
  const db = openDatabase({ connection, log: createLog('silent') });
  onTestFinished(() => db.close());
  const { as, services } = await openVerbs(db);
  await importCourse(services, as('admin'), courseFolder(LAB_COURSE));
  const { course_id: courseId, id } = await db.kysely
    .selectFrom('course_content')
    .select(['id', 'course_id'])
    .where('key', '=', 'double')
    .executeTakeFirstOrThrow();
  const learner = as('basic');
  await enrol(services, learner, { courseId });
  const tries = async () => (await db.kysely.selectFrom('lab_runs').select('tries').execute())[0]?.tries;
  return {
    handIn: async () => {
      const files = { 'src/double.ts': SLOW };
      const { version } = await saveFiles(services, learner, { id, files, baseVersion: 0 });
      await submitWork(services, learner, { id, version });
    },
    untilState: async (state: string, withinMs: number) => {
      for (const deadline = Date.now() + withinMs; ; await wait(50)) {
        const runs = await listRuns(services, learner, { id });
        if (runs[0]?.state === state) return runs;
        if (Date.now() > deadline) throw new Error(`never ${state}: ${JSON.stringify(runs)}`);
      }
    },
    passes: async () =>
      (await db.kysely.selectFrom('audit_log').select('id').where('action', '=', 'lab.pass').execute())
        .length,
    tries,
    untilTried: async (times: number, withinMs: number) => {
      for (const deadline = Date.now() + withinMs; (await tries()) !== times; await wait(20))
        if (Date.now() > deadline) throw new Error(`not taken ${times} times`);
    },
  };
}

test('a judge is killed while it judges: another one judges again, and the learner gets one verdict', async () => {
  const school = await startInstallation({ LABS: 'on', LAB_SLOTS: '1' });
  const [lab, judge] = [await openLab(school), await school.startJudge()];
  await lab.handIn();
  await lab.untilState('running', JUDGED_WITHIN_MS);
  await judge.kill('SIGKILL');
  await lab.untilState('running', 0);
  await school.startJudge();
  const began = Date.now();
  await lab.untilTried(2, AGAIN_WITHIN_MS);
  const taken = Date.now() - began;
  const runs = await lab.untilState('done', JUDGED_WITHIN_MS);
  process.stdout.write(`   taken again after ${taken} ms, judged after ${Date.now() - began} ms\n`);
  expect(runs).toHaveLength(1);
  expect(runs[0]).toMatchObject({ verdict: { passed: true, points: 2 } });
  expect([await lab.tries(), await lab.passes()]).toEqual([2, 1]);
});
