import { expect } from 'vitest';
import { judgeNext } from '#server/areas/labs/judging/judge-next';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { FAKE_JUDGE, LAB_DONE, LAB_START, makeLab } from '#tests/kit/lab-room';
import { insertContent } from '../content/content.ts';
import { openSchool, START } from '../kit/school.ts';

const LARGE = 'x'.repeat(200_000);
const judge = { ...FAKE_JUDGE, level: 'C' as const, runtimeHash: '', close: async () => undefined };

async function openLab(db: Db) {
  const school = await openSchool(db);
  const { id: courseId, sections } = (await insertContent(db)).courses.free;
  const learner = school.people.get('basic');
  const userId = learner?.kind === 'member' ? learner.userId : '';
  const id = await makeLab(school.services, { courseId, sectionId: sections[0]?.id });
  await school.ask('basic', 'POST', `/api/learning/${courseId}`, { body: {} });
  const save = (files: Record<string, string>, baseVersion = 0) =>
    school.ask('basic', 'PUT', `/api/labs/${id}/work`, { body: { files, baseVersion } });
  const submit = () => school.ask('basic', 'POST', `/api/labs/${id}/submissions`, { body: { version: 0 } });
  /** Judged submissions, one a minute until this many minutes before the school began. */
  const insertRuns = async (files: Record<string, string>, passed: boolean, [from, to]: [number, number]) => {
    const points = passed ? 2 : 1;
    await db.pool.query(
      `insert into lab_runs (user_id, section_id, spec_version, files, state, queued_at, verdict, points)
       select $1, $2, 1, $3::json, 'done', $4::timestamptz - make_interval(mins => ago), $5::json, $6
       from generate_series($7::int, $8::int) ago`,
      [
        userId,
        id,
        JSON.stringify(files),
        START,
        JSON.stringify({ passed, points, most: 2, results: [], diagnostics: [] }),
        points,
        to,
        from,
      ],
    );
  };
  return { ...school, id, insertRuns, save, submit };
}

test('of what a learner submitted in a lab the newest stays, and what teachers are shown of all of it', async ({
  db,
}) => {
  const { ask, id, insertRuns, services, submit } = await openLab(db);
  const large = { 'src/double.js': LARGE };
  await insertRuns(large, false, [1300, 1100]);
  await insertRuns({ ...large, 'src/first.js': '' }, true, [1099, 1099]);
  await insertRuns({ ...large, 'src/last.js': '' }, true, [1000, 1000]);
  await insertRuns(large, false, [999, 900]);
  await insertRuns(LAB_START, false, [59, 40]);
  expect((await submit()).status).toBe(200);
  const count = async () => (await db.pool.query('select count(*)::int as n from lab_runs')).rows[0].n;
  // The newest 50, those of the last hour, and this one; of the others the first, and the first and the last that passed.
  expect(await count()).toBe(50 + 20 + 1 + 3);
  await judgeNext(services, judge);
  expect((await submit()).status).toBe(200);
  expect(await count()).toBe(50 + 20 + 2 + 3);
  const learners = await ask('admin', 'GET', `/api/admin/labs/${id}/learners`);
  const first = START.getTime() - 1300 * 60_000;
  const passed = START.getTime() - 1099 * 60_000;
  expect((await learners.json()).items).toMatchObject([
    {
      attempts: 201 + 2 + 100 + 20 + 2,
      points: 2,
      passedAt: new Date(passed).toISOString(),
      secondsToPass: (passed - first) / 1000,
    },
  ]);
  const solutions = await (await ask('admin', 'GET', `/api/admin/labs/${id}/solutions`)).json();
  expect(solutions.solutions).toMatchObject([{ files: { 'src/last.js': '' } }]);
});

test('lists of submissions stay small however large the files are, and each is read with its files', async ({
  db,
}) => {
  const { ask, id, insertRuns } = await openLab(db);
  const files = { 'src/double.js': LARGE };
  await insertRuns(files, false, [60, 1]);
  for (const [who, list, one] of [
    ['basic', `/api/labs/${id}/runs`, '/api/lab-runs'],
    ['admin', `/api/admin/labs/${id}/runs`, '/api/admin/lab-runs'],
  ] as const) {
    const text = await (await ask(who, 'GET', list)).text();
    // Pages of the release before read the files of the newest in the list.
    expect(text.length).toBeLessThan(40_000 + 1_000_000);
    const runs: { id: string; files?: Record<string, string> }[] = JSON.parse(text);
    expect(runs.length).toBeGreaterThanOrEqual(50);
    expect(runs.map((one) => one.files !== undefined)).toEqual(runs.map((_one, at) => at < 4));
    expect(runs[0]?.files).toEqual(files);
    const run = runs.at(-1);
    if (!run) throw new Error('there is no submission');
    expect(await (await ask(who, 'GET', `${one}/${run.id}`)).json()).toMatchObject({ id: run.id, files });
  }
});

test('whether a lab took a file before is known without the files of what was submitted', async ({ db }) => {
  const { insertRuns, save, services, submit } = await openLab(db);
  await insertRuns({ 'src/unread.js': LARGE }, false, [1, 1]);
  await db.pool.query("update lab_runs set paths = '{src/asked.js}'");
  expect((await save({ ...LAB_DONE, 'src/unread.js': '' })).status).toBe(422);
  expect((await save({ ...LAB_DONE, 'src/asked.js': '' })).status).toBe(200);
  // As the release before wrote them.
  await db.pool.query('update lab_runs set paths = null');
  expect((await save({ ...LAB_DONE, 'src/unread.js': '' }, 1)).status).toBe(200);
  await db.pool.query('update lab_work set version = 0');
  await submit();
  await judgeNext(services, judge);
  const { rows } = await db.pool.query('select paths from lab_runs where paths is not null');
  expect(rows).toEqual([{ paths: ['src/double.js'] }]);
});
