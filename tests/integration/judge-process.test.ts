import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, onTestFinished } from 'vitest';
import { importCourse } from '#server/areas/courses/folders/import-course';
import { getLab } from '#server/areas/labs/get-lab';
import { listRuns } from '#server/areas/labs/list-runs';
import { saveFiles } from '#server/areas/labs/save-files';
import { submitWork } from '#server/areas/labs/submit-work';
import { enrol } from '#server/areas/learning/enrol';
import { test } from '#tests/kit/database';
import { addressOf, connectionOf } from '#tests/kit/filled-school';
import { courseFolder, LAB_COURSE } from '#tests/kit/lab-folder';
import { startScript } from '#tests/kit/process';
import { openVerbs } from '#tests/kit/verbs';

const SCRIPT = join(import.meta.dirname, '../../src/server/judge.ts');
const dataDir = mkdtempSync(join(tmpdir(), 'lectern-judge-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function start(env: Record<string, string>) {
  const judge = startScript(SCRIPT, [], { env: { DATA_DIR: dataDir, ...env } });
  onTestFinished(() => judge.kill('SIGKILL'));
  return judge;
}

test('a judge of its own passes a solution that was handed in elsewhere, and stops in order', async ({
  ownDb,
}) => {
  const { as, services } = await openVerbs(ownDb);
  await importCourse(services, as('admin'), courseFolder(LAB_COURSE));
  const { course_id: courseId, id } = await ownDb.kysely
    .selectFrom('course_content')
    .select(['id', 'course_id'])
    .executeTakeFirstOrThrow();
  const learner = as('basic');
  await enrol(services, learner, { courseId });
  const judge = start({ DATABASE_URL: addressOf(await connectionOf(ownDb)), LAB_SLOTS: '1' });
  await judge.says(/Lectern judges labs: isolation level [ABC], 1 at a time/);

  const files = { 'src/double.ts': LAB_COURSE['01-double.lab/solution/src/double.ts'] ?? '' };
  const { version } = await saveFiles(services, learner, { id, files, baseVersion: 0 });
  await submitWork(services, learner, { id, version });
  const latest = async () => (await listRuns(services, learner, { id }))[0];
  // Woken by the notice of the database: far sooner than it would look by itself.
  for (let waited = 0; waited < 200 && (await latest())?.state !== 'done'; waited += 1) await wait(100);
  expect(await latest()).toMatchObject({ state: 'done', verdict: { passed: true, points: 2 } });
  expect((await getLab(services, learner, { id })).passedAt).not.toBeNull();
  judge.child.kill('SIGTERM');
  expect(await judge.ended).toBe(0);
}, 60_000);

test('a judge says in a sentence why it cannot judge', async () => {
  for (const [env, said] of [
    [{}, /Set DATABASE_URL to the database of the school/],
    [{ LABS: 'browser-only' }, /LABS is browser-only: nothing is judged/],
    [{ LAB_SLOTS: '0' }, /LAB_SLOTS is 0/],
  ] as const) {
    const judge = start(env);
    expect([await judge.ended, judge.output()]).toEqual([1, expect.stringMatching(said)]);
  }
}, 60_000);
