import fc from 'fast-check';
import { expect } from 'vitest';
import { progressForm } from '#contract/courses/learning';
import type { Member } from '#domain/access/viewer';
import type { Db } from '#server/db/client';
import { insertContent } from '#tests/attack/content/content';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { recommendCourses } from './dashboard/recommend-courses.ts';
import { enrol } from './enrol.ts';
import { getProgress } from './get-progress.ts';
import { leaveCourse } from './leave-course.ts';
import { listMyCourses } from './list-my-courses.ts';
import { saveProgress } from './save-progress.ts';

interface Classroom extends Verbs {
  readonly courseId: string;
  /** Two lessons, a lab, a film of our own player and an exam. */
  readonly ids: readonly [string, string, string, string, string];
  readonly report: (id: string, reported?: object) => ReturnType<typeof saveProgress>;
}

async function openClassroom(db: Db, tier = 'free'): Promise<Classroom> {
  const verbs = await openVerbs(db);
  const course = await db.pool.query(
    "insert into courses (title, description, slug, thumbnail, subscription_level) values ('Queues', 'Q', 'queues', '/q.svg', $1) returning id",
    [tier],
  );
  const courseId: string = course.rows[0].id;
  const { rows } = await db.pool.query(
    `insert into course_content (course_id, key, title, type, section_type, video_url, sort_order) values
      ($1, 'one', 'One', 'text', 'lesson', null, 1), ($1, 'two', 'Two', 'text', 'lesson', null, 2),
      ($1, 'lab', 'Lab', 'text', 'lab', null, 3), ($1, 'film', 'Film', 'video', 'lesson', 'https://films.test/a.mp4', 4),
      ($1, 'exam', 'Exam', 'text', 'exam', null, 5) returning id`,
    [courseId],
  );
  const ids = rows.map(({ id }) => id) as unknown as Classroom['ids'];
  const report = (id: string, reported: object = {}) =>
    saveProgress(verbs.services, verbs.as('free'), {
      id,
      ...progressForm.parse({ at: verbs.services.clock.now().toISOString(), ...reported }),
    });
  return { ...verbs, courseId, ids, report };
}

const join = (room: Classroom) => enrol(room.services, room.as('free'), { courseId: room.courseId });
const progress = (room: Classroom) =>
  getProgress(room.services, room.as('free'), { courseId: room.courseId });

test('who enrols twice is enrolled once, and who comes back finds the progress', async ({ db }) => {
  const room = await openClassroom(db);
  expect(await progress(room)).toMatchObject({ enrolled: false, done: 0, total: 4, resumeKey: 'one' });
  await join(room);
  expect(await join(room)).toMatchObject({ enrolled: true });
  await room.report(room.ids[0], { marked: true });
  await leaveCourse(room.services, room.as('free'), { courseId: room.courseId });
  expect(await listMyCourses(room.services, room.as('free'))).toEqual([]);
  expect(await failureOf(room.report(room.ids[1]))).toBe('NOT_ENROLLED');
  expect(await failureOf(leaveCourse(room.services, room.as('free'), { courseId: room.courseId }))).toBe(
    'NOT_ENROLLED',
  );
  expect(await join(room)).toMatchObject({ enrolled: true, done: 1, resumeKey: 'two' });
  const { rows } = await db.pool.query(
    "select action from audit_log where action in ('course.enrol', 'course.leave') order by id",
  );
  expect(rows.map(({ action }) => action)).toEqual(['course.enrol', 'course.leave', 'course.enrol']);
});

test('a course is complete when all that counts is done, and stays complete when a section is added', async ({
  db,
}) => {
  const room = await openClassroom(db);
  await join(room);
  const [one, two, lab, video, exam] = room.ids;
  expect(await room.report(one, { reached: 1 })).toEqual({ state: 'done', completedAt: null });
  expect(await room.report(two, { reached: 0.5 })).toEqual({ state: 'started', completedAt: null });
  expect(await room.report(lab, { reached: 1 })).toEqual({ state: 'started', completedAt: null });
  await room.report(two, { marked: true });
  await room.report(lab, { marked: true });
  expect((await room.report(video, { marked: true })).state).toBe('started');
  await room.report(video, { watched: [[0, 50]], duration: 100 });
  expect((await room.report(exam, { marked: true })).state).toBe('started');
  const last = await room.report(video, { watched: [[45, 91]], duration: 100 });
  expect(last).toEqual({ state: 'done', completedAt: expect.any(String) });
  await db.pool.query(
    "insert into course_content (course_id, key, title, sort_order) values ($1, 'later', 'Later', 6)",
    [room.courseId],
  );
  expect(await progress(room)).toMatchObject({ completedAt: last.completedAt, done: 4, total: 5 });
  const { rows } = await db.pool.query("select 1 from audit_log where action = 'course.complete'");
  expect(rows).toHaveLength(1);
});

test('seconds that were skipped do not count, however often the others are watched', async ({ db }) => {
  const room = await openClassroom(db);
  await join(room);
  const video = room.ids[3];
  for (let times = 0; times < 3; times += 1)
    expect(
      (
        await room.report(video, {
          watched: [
            [0, 40],
            [60, 100],
          ],
          duration: 100,
        })
      ).state,
    ).toBe('started');
  expect((await room.report(video, { watched: [[50, 60]], duration: 100 })).state).toBe('done');
});

test('the newest report says how long a video is, so a shorter one that took its place can be finished', async ({
  db,
}) => {
  const room = await openClassroom(db);
  await join(room);
  const video = room.ids[3];
  const at = (minutes: number) =>
    new Date(room.services.clock.now().getTime() + (minutes - 60) * 60_000).toISOString();
  await room.report(video, { watched: [[3000, 3600]], duration: 3600, at: at(1) });
  await db.pool.query("update course_content set video_url = 'https://films.test/b.mp4' where id = $1", [
    video,
  ]);
  // Seconds that the new video doesn't have don't count.
  expect((await room.report(video, { watched: [[0, 60]], duration: 600, at: at(3) })).state).toBe('started');
  // What a device noticed before, or says without knowing the length, changes nothing.
  await room.report(video, { watched: [[60, 100]], duration: 3600, at: at(2) });
  await room.report(video, { position: 100, at: at(4) });
  expect((await room.report(video, { watched: [[100, 600]], duration: 600, at: at(5) })).state).toBe('done');
});

test('one goes on where one stopped, and the device that was there last says where', async ({ db }) => {
  const room = await openClassroom(db);
  await join(room);
  const at = (minutes: number) =>
    new Date(room.services.clock.now().getTime() + (minutes - 60) * 60_000).toISOString();
  await db.pool.query('update enrolments set last_used_at = $1', [at(0)]);
  await room.report(room.ids[3], { position: 70, at: at(2) });
  await room.report(room.ids[3], { position: 12, at: at(1) });
  const { resumeKey, sections } = await progress(room);
  expect(resumeKey).toBe('film');
  expect(sections).toEqual([{ id: room.ids[3], position: 70, state: 'started' }]);
  await room.report(room.ids[3], { position: 5, at: at(3) });
  expect((await progress(room)).sections[0]?.position).toBe(5);
});

test('a device whose clock is behind says where one goes on all the same, by how long ago it was', async ({
  db,
}) => {
  const room = await openClassroom(db);
  await join(room);
  const now = room.services.clock.now().getTime();
  const behind = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  await db.pool.query('update enrolments set last_used_at = $1', [behind(5)]);
  // An hour behind; it was there a minute ago.
  await room.report(room.ids[3], { position: 70, at: behind(61), sentAt: behind(60) });
  expect(await progress(room)).toMatchObject({ resumeKey: 'film' });
  const { rows } = await db.pool.query('select position_at from section_progress');
  expect(rows).toEqual([{ position_at: new Date(behind(1)) }]);
  // What came later than it was sent can't be.
  await room.report(room.ids[0], { at: behind(50), sentAt: behind(60) });
  expect((await db.pool.query('select max(position_at) as at from section_progress')).rows).toEqual([
    { at: new Date(now) },
  ]);
});

test('a time that is out of all reason is a long time ago', async ({ db }) => {
  const room = await openClassroom(db);
  await join(room);
  const [first, last] = ['0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z'];
  for (const when of [
    { at: first, sentAt: last },
    { at: '0000-01-01T00:00:00Z' },
    { at: last, sentAt: first },
  ])
    expect(await room.report(room.ids[0], when)).toMatchObject({ state: 'started' });
});

test('when the tier no longer reaches the course its progress stays and its content is locked', async ({
  db,
}) => {
  const room = await openClassroom(db, 'basic');
  const caller = room.as('basic');
  await enrol(room.services, caller, { courseId: room.courseId });
  const reported = progressForm.parse({ at: new Date().toISOString(), marked: true });
  await saveProgress(room.services, caller, { id: room.ids[0], ...reported });
  const lower = { ...caller, viewer: { ...(caller.viewer as Member), tier: 'free' as const } };
  expect(await listMyCourses(room.services, lower)).toMatchObject([
    { access: 'locked', done: 1, next: null },
  ]);
  expect(await failureOf(saveProgress(room.services, lower, { id: room.ids[1], ...reported }))).toBe(
    'NOT_ENROLLED',
  );
  expect(await failureOf(getProgress(room.services, lower, { courseId: room.courseId }))).toBe(
    'TIER_REQUIRED',
  );
  expect(await listMyCourses(room.services, caller)).toMatchObject([
    { access: 'open', done: 1, next: { key: 'two', title: 'Two' } },
  ]);
});

test('whatever order it is told in, and however often, nothing that was reached is lowered', async ({
  db,
}) => {
  const room = await openClassroom(db);
  await join(room);
  const start = room.services.clock.now().getTime() - 3_600_000;
  const reported = fc.record({
    reached: fc.double({ min: 0, max: 0.9, noNaN: true }),
    marked: fc.constant(false),
    watched: fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { maxLength: 3 }),
    position: fc.nat(1000),
    minute: fc.nat(59),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(reported, { minLength: 1, maxLength: 6, selector: (t) => t.minute }),
      fc.func(fc.nat()),
      async (all, order) => {
        const clean = () => db.pool.query('delete from section_progress');
        const apply = async (writes: typeof all) => {
          await clean();
          for (const { minute, ...rest } of writes)
            await room.report(room.ids[0], { ...rest, at: new Date(start + minute * 60_000).toISOString() });
          const { rows } = await db.pool.query(
            'select reached, watched::text, marked, position, position_at from section_progress',
          );
          return rows;
        };
        const shuffled = [...all, ...all.slice(0, 2)].sort((a, b) => order(a) - order(b));
        expect(await apply(shuffled)).toEqual(await apply(all));
      },
    ),
    { numRuns: process.env.PROVE ? 300 : 15 },
  );
}, 600_000);

test('courses that follow from the own ones come with the reason, and none above the tier', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const { courses } = await insertContent(db);
  expect((await recommendCourses(services, as('basic'))).map(({ because }) => because)).toEqual([null, null]);
  await enrol(services, as('basic'), { courseId: courses.free.id });
  const { rows } = await db.pool.query('select title from courses where id = $1', [courses.free.id]);
  const because = { title: rows[0].title, finished: false };
  expect(await recommendCourses(services, as('basic'))).toMatchObject([{ id: courses.basic.id, because }]);
  await db.pool.query('update enrolments set completed_at = now()');
  expect(await recommendCourses(services, as('premium'))).toHaveLength(3);
  expect(await recommendCourses(services, as('basic'))).toMatchObject([
    { id: courses.basic.id, because: { ...because, finished: true } },
  ]);
});

test('an outline is one statement', async ({ db }) => {
  const room = await openClassroom(db);
  await join(room);
  const services = (counted: Db) => ({ ...room.services, db: counted });
  expect(
    await countStatements(db, (counted) =>
      getProgress(services(counted), room.as('free'), { courseId: room.courseId }),
    ),
  ).toBe(1);
});

test('what many tell at one moment is kept, also twice of one person, and who may not does not harm the others', async ({
  db,
}) => {
  const room = await openClassroom(db);
  await join(room);
  await enrol(room.services, room.as('basic'), { courseId: room.courseId });
  const reported = (who: 'free' | 'basic' | 'second', id: string, part: object) =>
    saveProgress(room.services, room.as(who), {
      id,
      ...progressForm.parse({ at: room.services.clock.now().toISOString(), ...part }),
    });
  const [one, two, , video] = room.ids;
  const all = await Promise.allSettled([
    reported('free', one, { reached: 0.3 }),
    reported('second', one, { reached: 0.9 }),
    reported('free', one, { reached: 0.2, position: 0.2 }),
    reported('free', two, { marked: true }),
    reported('basic', video, { watched: [[0, 40]], duration: 100, position: 40 }),
  ]);
  expect(all.map((each) => (each.status === 'fulfilled' ? each.value.state : each.reason.code))).toEqual([
    'started',
    'NOT_ENROLLED',
    'started',
    'done',
    'started',
  ]);
  const { rows } = await db.pool.query(
    'select section_id, reached, watched::text, marked from section_progress order by reached desc, marked desc',
  );
  expect(rows).toEqual([
    { section_id: one, reached: 0.3, watched: '{}', marked: false },
    { section_id: two, reached: 0, watched: '{}', marked: true },
    { section_id: video, reached: 0, watched: '{[0,40)}', marked: false },
  ]);
});
