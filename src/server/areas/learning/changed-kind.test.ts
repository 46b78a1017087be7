import { expect } from 'vitest';
import { courseForm } from '#contract/courses/course-form';
import { progressForm } from '#contract/courses/learning';
import { examForm } from '#contract/exams/exam-form';
import { getEditCourse } from '#server/areas/courses/editing/get-edit-course';
import { updateCourse } from '#server/areas/courses/editing/update-course';
import { retireSource, saveSource } from '#server/areas/labs/authoring/save-source';
import { judgeNext } from '#server/areas/labs/judging/judge-next';
import { saveFiles } from '#server/areas/labs/save-files';
import { submitWork } from '#server/areas/labs/submit-work';
import type { Config } from '#server/config';
import type { Db } from '#server/db/client';
import { holdCommit, untilLocked } from '#tests/kit/at-one-moment';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { FAKE_JUDGE, LAB_DONE, LAB_SOURCE } from '#tests/kit/lab-room';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { enrol } from './enrol.ts';
import { getProgress } from './get-progress.ts';
import { saveProgress } from './save-progress.ts';

const EXAM = examForm.parse({
  passMark: 60,
  questions: [{ id: 'q-1', kind: 'true-false', prompt: 'So?', points: 1, explanation: '', answer: true }],
});

/** A learner of a course of two lessons, whose author makes something else of the first one. */
async function openRoom(db: Db, labs: Config['labs'] = 'on') {
  const verbs = await openVerbs(db);
  const { as } = verbs;
  const services = { ...verbs.services, config: { ...verbs.services.config, labs } };
  const [admin, learner] = [as('admin'), as('free')];
  const content = [
    { title: 'Joins', content: 'x' },
    { title: 'Views', content: 'y' },
  ];
  const { content: sections, id: courseId } = await makeCourse(verbs, { content });
  const id = sections[0]?.id ?? '';
  await enrol(services, learner, { courseId });
  const report = (reported: object) =>
    saveProgress(services, learner, {
      id,
      ...progressForm.parse({ at: services.clock.now().toISOString(), ...reported }),
    });
  const become = async (sectionType: 'lesson' | 'lab' | 'exam', given = services) => {
    const course = await getEditCourse(services, admin, { id: courseId });
    const exam = sectionType === 'exam' ? EXAM : undefined;
    const changed = course.content.map((each) => (each.id === id ? { ...each, sectionType, exam } : each));
    await updateCourse(given, admin, {
      ...courseForm.parse({ ...course, content: changed }),
      id: courseId,
      version: course.version,
    });
  };
  const publishChecks = async (given = services) => {
    const { rows } = await db.pool.query(
      'select coalesce(max(version), 0)::int as version from lab_specs where section_id = $1',
      [id],
    );
    await saveSource({ ...given, judge: undefined }, admin, {
      id,
      source: LAB_SOURCE,
      version: rows[0].version,
    });
  };
  /** Hands in what passes; answers how it is judged. */
  const submit = async () => {
    const { version } = await saveFiles(services, learner, { id, files: LAB_DONE, baseVersion: 0 });
    await submitWork(services, learner, { id, version });
    return () => judgeNext(services, { ...FAKE_JUDGE, level: 'B', runtimeHash: 'x', close: async () => {} });
  };
  const done = async () => (await getProgress(services, learner, { courseId })).done;
  return { admin, become, done, id, submit, publishChecks, report, services };
}

test('who reads a lesson to its end while it becomes an exam has not passed the exam', async ({
  ownDb: db,
}) => {
  const { become, done, report, services } = await openRoom(db);
  const { held, reached, release } = holdCommit(services);
  const edit = become('exam', held);
  await reached;
  // The author has looked already who has done it.
  expect(await report({ reached: 1 })).toMatchObject({ state: 'done' });
  release();
  await edit;
  expect(await done()).toBe(0);
});

test('who finishes a lesson that an author holds to make an exam of it is told that it is not done', async ({
  ownDb: db,
}) => {
  const { become, done, report, services } = await openRoom(db);
  await report({ reached: 0.5 });
  const { held, reached, release } = holdCommit(services);
  const edit = become('exam', held);
  await reached;
  const finishing = report({ marked: true });
  await untilLocked(db);
  release();
  await edit;
  expect(await finishing).toMatchObject({ state: 'started' });
  expect(await done()).toBe(0);
});

test('a lab that is passed once it is an exam has not passed the exam', async ({ db }) => {
  const { become, done, publishChecks, submit } = await openRoom(db);
  await become('lab');
  await publishChecks();
  const judge = await submit();
  await become('exam');
  expect(await judge()).toBe(true);
  expect(await done()).toBe(0);
});

test('a lesson that becomes a lab is done by its checks alone once it has some, and a pass outlives that they were gone', async ({
  db,
}) => {
  const { admin, become, done, id, submit, publishChecks, report, services } = await openRoom(db);
  await report({ reached: 1 });
  await become('lab');
  expect(await done()).toBe(1);
  await publishChecks();
  expect(await done()).toBe(0);
  expect(await failureOf(report({ marked: true }))).toBe('CHECKS_REQUIRED');
  const judge = await submit();
  expect(await judge()).toBe(true);
  expect(await done()).toBe(1);
  await retireSource(services, admin, { id });
  await publishChecks();
  expect(await done()).toBe(1);
  await become('lesson');
  await become('lab');
  expect(await done()).toBe(1);
});

test('what was marked before a lab had checks is done again once they are gone', async ({ db }) => {
  const { admin, become, done, id, publishChecks, report, services } = await openRoom(db);
  await become('lab');
  await report({ marked: true });
  await publishChecks();
  expect(await done()).toBe(0);
  await retireSource(services, admin, { id });
  expect(await report({})).toMatchObject({ state: 'done' });
  expect(await done()).toBe(1);
});

test('checks that come back after they were taken away take nothing away', async ({ db }) => {
  const { admin, become, done, id, publishChecks, report, services } = await openRoom(db);
  await become('lab');
  await publishChecks();
  await retireSource(services, admin, { id });
  expect(await report({ marked: true })).toMatchObject({ state: 'done' });
  await publishChecks();
  expect(await done()).toBe(1);
});

test('a lab that becomes a lesson is done by the checks that it kept once it is a lab again', async ({
  db,
}) => {
  const { become, done, publishChecks, report } = await openRoom(db);
  await become('lab');
  await publishChecks();
  await become('lesson');
  await report({ reached: 1 });
  expect(await done()).toBe(1);
  await become('lab');
  expect(await done()).toBe(0);
});

test.for(['browser-only', 'off'] as const)(
  'where labs are %s, nobody has to pass the checks of a section that was done',
  async (labs, { db }) => {
    const { admin, become, done, id, publishChecks, report, services } = await openRoom(db, labs);
    await become('lab');
    await report({ marked: true });
    await publishChecks();
    expect(await done()).toBe(1);
    await retireSource(services, admin, { id });
    await publishChecks();
    expect(await done()).toBe(1);
    await become('lesson');
    await become('lab');
    expect(await done()).toBe(1);
    await become('exam');
    expect(await done()).toBe(0);
  },
);

test('who marks a lab while its first checks are published has not passed them', async ({ ownDb: db }) => {
  const { become, done, publishChecks, report, services } = await openRoom(db);
  await become('lab');
  const { held, reached, release } = holdCommit(services);
  const publishing = publishChecks(held);
  await reached;
  expect(await report({ marked: true })).toMatchObject({ state: 'done' });
  release();
  await publishing;
  expect(await done()).toBe(0);
});
