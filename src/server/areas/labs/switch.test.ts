import { expect } from 'vitest';
import { progressForm } from '#contract/courses/learning';
import { importCourse } from '#server/areas/courses/folders/import-course';
import { enrol } from '#server/areas/learning/enrol';
import { getProgress } from '#server/areas/learning/get-progress';
import { saveProgress } from '#server/areas/learning/save-progress';
import type { Db } from '#server/db/client';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { courseFolder, LAB_COURSE } from '#tests/kit/lab-folder';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getLab } from './get-lab.ts';
import { saveFiles } from './save-files.ts';
import { submitWork } from './submit-work.ts';

async function openLabs(db: Db, labs: 'on' | 'browser-only' | 'off') {
  const verbs = await openVerbs(db);
  const services = { ...verbs.services, config: { ...verbs.services.config, labs } };
  await importCourse(services, verbs.as('admin'), courseFolder(LAB_COURSE));
  const { course_id: courseId, id } = await db.kysely
    .selectFrom('course_content')
    .select(['id', 'course_id'])
    .executeTakeFirstOrThrow();
  const learner = verbs.as('basic');
  await enrol(services, learner, { courseId });
  const at = services.clock.now().toISOString();
  const mark = () => saveProgress(services, learner, { id, ...progressForm.parse({ at, marked: true }) });
  const progress = () => getProgress(services, learner, { courseId });
  return { services, learner, id, mark, progress };
}

test('where the server judges, nobody marks a lab with checks as done', async ({ db }) => {
  const { id, learner, mark, progress, services } = await openLabs(db, 'on');
  expect(await progress()).toMatchObject({ withChecks: [id], judged: true });
  expect(await getLab(services, learner, { id })).toMatchObject({ judged: true });
  expect(await failureOf(mark())).toBe('CHECKS_REQUIRED');
});

test('browser-only: the lab runs in the page, nothing is submitted, and learners mark it as done', async ({
  db,
}) => {
  const { id, learner, mark, progress, services } = await openLabs(db, 'browser-only');
  expect(await progress()).toMatchObject({ withChecks: [id], judged: false });
  expect(await getLab(services, learner, { id })).toMatchObject({ judged: false });
  const { version } = await saveFiles(services, learner, {
    id,
    files: { 'src/double.ts': '1' },
    baseVersion: 0,
  });
  expect(await failureOf(submitWork(services, learner, { id, version }))).toBe('LABS_OFF');
  expect(await mark()).toMatchObject({ state: 'done' });
});

test('off: the lab is a text that is marked as done', async ({ db }) => {
  const { id, learner, mark, progress, services } = await openLabs(db, 'off');
  expect(await progress()).toMatchObject({ withChecks: [], judged: false });
  expect(await failureOf(getLab(services, learner, { id }))).toBe('LAB_NOT_FOUND');
  expect(await failureOf(submitWork(services, learner, { id, version: 0 }))).toBe('LAB_NOT_FOUND');
  expect(await mark()).toMatchObject({ state: 'done' });
});

test('a lab that became a lesson is marked as one', async ({ db }) => {
  const { id, mark } = await openLabs(db, 'on');
  await db.kysely
    .updateTable('course_content')
    .set({ section_type: 'lesson' })
    .where('id', '=', id)
    .execute();
  expect(await mark()).toMatchObject({ state: 'done' });
});

test('off: the frames of labs are not there; on: they are, and belong to no origin', async ({ db }) => {
  const on = await openSchool(db);
  for (const [path, sandbox] of [
    ['/lab-runner', 'allow-scripts'],
    ['/lab-page', 'allow-scripts allow-forms'],
  ] as const) {
    const frame = await on.ask('visitor', 'GET', path);
    const policy = frame.headers.get('content-security-policy');
    expect([frame.status, policy?.split("'")[0]]).toEqual([200, `sandbox ${sandbox}; default-src `]);
  }
  const off = await openSchool(db, { people: on.people }, { LABS: 'off' });
  for (const path of ['/lab-runner', '/lab-page'])
    expect((await off.ask('visitor', 'GET', path)).status).toBe(404);
});
