import { expect } from 'vitest';
import type { Dashboard } from '#contract/courses/dashboard';
import { dashboardReply } from '#contract/courses/dashboard';
import { saveAccommodation } from '#server/areas/exams/accommodations/save-accommodation';
import type { Db } from '#server/db/client';
import { START } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { openVerbs, type Verbs } from '#tests/kit/verbs';
import { enrol } from '../enrol.ts';
import { getProgress } from '../get-progress.ts';
import { leaveCourse } from '../leave-course.ts';
import { saveProgress } from '../save-progress.ts';
import { getDashboard } from './get-dashboard.ts';
import { seeNews } from './see-news.ts';

const at = (days: number) => new Date(START.getTime() + days * 86_400_000);
const DAY = 86_400;
let lastPlace = 0;
type Caller = ReturnType<Verbs['as']>;

const look = async ({ services }: Pick<Verbs, 'services'>, caller: Caller) =>
  dashboardReply.parse(await getDashboard(services, caller));
const idOf = ({ viewer }: Caller) => (viewer.kind === 'member' ? viewer.userId : '');
const places = ({ deadlines }: Dashboard) =>
  deadlines.map((each) => `${each.kind} ${'section' in each ? each.section.title : each.title}`);
const titles = ({ news }: Dashboard) =>
  news.map((item) => (item.kind === 'post' ? item.title : `${item.kind} ${item.course.title}`));

const nextPlace = () => {
  lastPlace += 1;
  return lastPlace;
};

/** A school whose members came just now, by its own clock. */
async function openToday(db: Db): Promise<Verbs> {
  const verbs = await openVerbs(db);
  await db.pool.query('update profiles set news_since = $1', [START]);
  return verbs;
}

/** A course of the sections named, as if it had always been there. */
async function makeCourse(db: Db, title: string, sections: readonly string[] = ['One'], more: object = {}) {
  const facts = { tier: 'free', published: at(-100), kind: 'course', ...more };
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into courses (title, description, slug, thumbnail, subscription_level, published_at, kind)
     values ($1, 'D', lower($1), '/c.svg', $2, $3, $4) returning id`,
    [title, facts.tier, facts.published, facts.kind],
  );
  const id = rows[0]?.id ?? '';
  for (const section of sections) await addSection(db, id, section, { created_at: at(-100) });
  return id;
}

async function addSection(db: Db, courseId: string, title: string, facts: object = {}): Promise<string> {
  const { id } = await db.kysely
    .insertInto('course_content')
    .values({
      course_id: courseId,
      key: title.toLowerCase().replace(' ', '-'),
      title,
      created_at: at(1),
      sort_order: nextPlace(),
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('who asks at the same moment is told of nobody else', async ({ db }) => {
  const verbs = await openVerbs(db);
  const names = ['free', 'basic', 'premium'] as const;
  for (const name of names)
    await enrol(verbs.services, verbs.as(name), { courseId: await makeCourse(db, `For-${name}`) });
  const looks = await Promise.all([...names, ...names].map((name) => look(verbs, verbs.as(name))));
  expect(looks.map(({ courses }) => courses.map(({ title }) => title))).toEqual(
    [...names, ...names].map((name) => [`For-${name}`]),
  );
});

test('who has just come is told of nothing, whatever was published before', async ({ db }) => {
  const verbs = await openToday(db);
  await makeCourse(db, 'Old', ['One'], { kind: 'post' });
  expect(await look(verbs, verbs.as('free'))).toEqual({
    courses: [],
    due: [],
    running: [],
    deadlines: [],
    news: [],
    asOf: START.toISOString(),
  });
});

test('the courses used last are shown, those in progress first, four of them', async ({ db }) => {
  const verbs = await openVerbs(db);
  const caller = verbs.as('free');
  const ids: string[] = [];
  for (const title of ['A', 'B', 'C', 'D', 'E']) ids.push(await makeCourse(db, title));
  for (const courseId of ids) {
    await enrol(verbs.services, caller, { courseId });
    verbs.wait(60);
  }
  await db.pool.query('update enrolments set completed_at = now() where course_id = $1', [ids[4]]);
  const { courses } = await look(verbs, caller);
  expect(courses.map(({ title }) => title)).toEqual(['D', 'C', 'B', 'A']);
  expect(courses[0]).toMatchObject({ done: 0, total: 1, next: { key: 'one', title: 'One' }, access: 'open' });
});

test('the nearest date is told first, however many others there are', async ({ db }) => {
  const verbs = await openVerbs(db);
  const caller = verbs.as('free');
  const courseId = await makeCourse(db, 'Long');
  await enrol(verbs.services, caller, { courseId });
  for (let n = 0; n < 60; n += 1)
    await addSection(db, courseId, `Lesson ${n}`, { opens_at: at(5), created_at: at(-1) });
  await addSection(db, courseId, 'Nearest', { opens_at: at(1), created_at: at(-1) });
  expect(places(await look(verbs, caller))[0]).toBe('section-opens Nearest');
});

test('sections that open soon are told until they are begun, in courses one may open', async ({ db }) => {
  const verbs = await openVerbs(db);
  const caller = verbs.as('free');
  const open = await makeCourse(db, 'Open');
  const closed = await makeCourse(db, 'Closed', ['One'], { tier: 'premium' });
  const second = await makeCourse(db, 'Second');
  await db.pool.query('update courses set prerequisite_id = $1 where id = $2', [open, second]);
  for (const courseId of [open, closed, second]) {
    await addSection(db, courseId, 'By date', { opens_at: at(3), created_at: at(-1) });
    await db.pool.query(
      'insert into enrolments (user_id, course_id, enrolled_at, seen_at) values ($1, $2, $3, $3)',
      [idOf(caller), courseId, START],
    );
  }
  await addSection(db, open, 'By days', { opens_after_days: 2, created_at: at(-1) });
  await addSection(db, open, 'Much later', { opens_at: at(30), created_at: at(-1) });
  expect((await look(verbs, caller)).deadlines).toEqual([
    {
      kind: 'section-opens',
      at: at(2).toISOString(),
      isExam: false,
      course: { slug: 'open', title: 'Open' },
      section: { key: 'by-days', title: 'By days' },
    },
    expect.objectContaining({ at: at(3).toISOString(), section: { key: 'by-date', title: 'By date' } }),
  ]);
  verbs.wait(2.5 * DAY);
  expect(places(await look(verbs, caller))).toEqual(['section-opens By date']);
  await leaveCourse(verbs.services, caller, { courseId: open });
  expect((await look(verbs, caller)).deadlines).toEqual([]);
});

test('an exam is told before it closes, while an attempt runs, and never once it is settled', async ({
  db,
}) => {
  const room = await openExamRoom(db, { closesAt: at(5).toISOString(), timeLimit: 30, attempts: 2 });
  const { caller } = room;
  expect((await look(room, caller)).deadlines).toMatchObject([
    { kind: 'exam-closes', at: at(5).toISOString(), section: { key: 'final' }, isExam: true },
  ]);
  const { deadlineAt, id } = await room.start();
  const during = await look(room, caller);
  expect(during.deadlines).toEqual([]);
  expect(during.running).toMatchObject([{ section: { key: 'final' }, course: { slug: 'truths' } }]);
  expect(Date.parse(during.running[0]?.until ?? '')).toBe(Date.parse(deadlineAt ?? ''));
  await room.submit(id);
  expect(places(await look(room, caller))).toEqual(['exam-closes Final']);
  const again = await room.start();
  room.wait(3600);
  expect((await look(room, caller)).running).toEqual([]);
  expect(places(await look(room, caller))).toEqual([]);
  await room.submit(again.id);
  expect(places(await look(room, caller))).toEqual([]);
});

test('an exam that was passed, or waits to be marked, closes unnoticed', async ({ db }) => {
  const room = await openExamRoom(db, { closesAt: at(5).toISOString() });
  const { id } = await room.start();
  for (const question of ['q-1', 'q-2']) await room.save(id, question, 'true');
  await room.submit(id);
  expect(places(await look(room, room.caller))).toEqual([]);
  await db.pool.query('update exam_attempts set passed = false');
  expect(places(await look(room, room.caller))).toEqual(['exam-closes Final']);
  await db.pool.query('update exam_attempts set waiting = true');
  expect(places(await look(room, room.caller))).toEqual([]);
});

test('who is granted a later closing is told that one, and nobody where the exam never closes', async ({
  db,
}) => {
  const room = await openExamRoom(db);
  await saveAccommodation(room.services, room.as('admin'), {
    userId: idOf(room.caller),
    sectionId: room.sectionId,
    reason: 'Ill',
    extraPercent: 0,
    extraMinutes: 0,
    extraAttempts: 0,
    opensAt: null,
    closesAt: at(9).toISOString(),
  });
  const close = (closesAt: Date | null) =>
    db.pool.query(
      "update course_content set exam = jsonb_set(exam, '{settings,closesAt}', $1) where id = $2",
      [JSON.stringify(closesAt), room.sectionId],
    );
  await close(at(2));
  const [reported] = (await look(room, room.caller)).deadlines;
  expect([reported?.kind, Date.parse(reported?.at ?? '')]).toEqual(['exam-closes', at(9).getTime()]);
  await close(null);
  expect((await look(room, room.caller)).deadlines).toEqual([]);
});

test('a certificate that ends within 60 days is told to who may renew it', async ({ db }) => {
  const verbs = await openVerbs(db);
  const courseId = await makeCourse(db, 'Proofs');
  for (const who of ['free', 'premium'] as const) {
    await enrol(verbs.services, verbs.as(who), { courseId });
    await db.pool.query(
      `insert into certificates (user_id, kind, course_id, holder_name, title, course_title, proof, achieved_at, issued_at, expires_at)
       values ($1, 'course', $2, 'Emmy', 'Proofs', 'Proofs', '{}', $3, $3, $4)`,
      [idOf(verbs.as(who)), courseId, at(-300), at(61)],
    );
  }
  expect((await look(verbs, verbs.as('premium'))).deadlines).toEqual([]);
  verbs.wait(2 * DAY);
  expect(places(await look(verbs, verbs.as('premium')))).toEqual(['certificate-ends Proofs']);
  expect(places(await look(verbs, verbs.as('free')))).toEqual([]);
  await db.pool.query("update certificates set revoked_at = now(), revoked_reason = 'Wrong'");
  expect(places(await look(verbs, verbs.as('premium')))).toEqual([]);
});

test('sections that are added stay new until the course was seen, or they were begun', async ({ db }) => {
  const verbs = await openVerbs(db);
  const [caller, { services }] = [verbs.as('free'), verbs];
  const courseId = await makeCourse(db, 'Grows');
  await enrol(services, caller, { courseId });
  expect((await look(verbs, caller)).news).toEqual([]);
  const two = await addSection(db, courseId, 'Two');
  await addSection(db, courseId, 'Three');
  await addSection(db, courseId, 'Not yet', { opens_at: at(20) });
  verbs.wait(2 * DAY);
  const [item] = (await look(verbs, caller)).news;
  expect(item).toMatchObject({
    kind: 'sections',
    id: courseId,
    count: 2,
    course: { slug: 'grows' },
    first: { key: 'two' },
  });
  const progress = await getProgress(services, caller, { courseId });
  expect(progress.added).toHaveLength(3);
  // Reading elsewhere in the course is not seeing them.
  await saveProgress(services, caller, {
    id: two,
    at: services.clock.now().toISOString(),
    reached: 0.5,
    watched: [],
    duration: 0,
    marked: false,
    position: 0,
  });
  expect((await look(verbs, caller)).news).toMatchObject([{ count: 1, first: { key: 'three' } }]);
  expect((await getProgress(services, caller, { courseId })).added).not.toContain(two);
  await seeNews(services, caller, { ids: [courseId], until: progress.asOf });
  expect((await look(verbs, caller)).news).toEqual([]);
  await addSection(db, courseId, 'Four', { created_at: at(3) });
  expect((await look(verbs, caller)).news).toMatchObject([{ count: 1, first: { key: 'four' } }]);
  // A device that says so late brings nothing back and takes nothing away.
  await seeNews(services, caller, { ids: [courseId], until: START.toISOString() });
  expect((await look(verbs, caller)).news).toMatchObject([{ count: 1 }]);
});

test('a section opens after days of 24 hours, also where the database stands and clocks change meanwhile', async ({
  db,
}) => {
  const verbs = await openToday(db);
  const caller = verbs.as('free');
  await db.pool.query("set local time zone 'America/New_York'");
  const courseId = await makeCourse(db, 'Long');
  await enrol(verbs.services, caller, { courseId });
  // In March.
  await addSection(db, courseId, 'Late', { opens_after_days: 120 });
  verbs.wait(120 * DAY - 1800);
  expect(titles(await look(verbs, caller))).toEqual([]);
  verbs.wait(1800);
  expect(titles(await look(verbs, caller))).toEqual(['sections Long']);
});

test('new posts, and new courses of categories one follows or has finished, are told until they were seen', async ({
  db,
}) => {
  const verbs = await openToday(db);
  const [caller, { services }] = [verbs.as('basic'), verbs];
  const { rows: categories } = await db.pool.query<{ id: string }>(
    "insert into categories (name, slug) values ('Followed', 'f'), ('Finished', 'g'), ('Other', 'o') returning id",
  );
  const [followed, finished, other] = categories.map(({ id }) => id);
  const put = (course: string, category: string | undefined) =>
    db.pool.query('insert into course_categories (course_id, category_id, position) values ($1, $2, 0)', [
      course,
      category,
    ]);
  const done = await makeCourse(db, 'Done');
  await put(done, finished);
  await enrol(services, caller, { courseId: done });
  await db.pool.query('update enrolments set completed_at = now()');
  await db.pool.query('insert into followed_categories (user_id, category_id) values ($1, $2)', [
    idOf(caller),
    followed,
  ]);
  const make = async (title: string, days: number, category?: string, more: object = {}) => {
    const id = await makeCourse(db, title, [], { published: at(days), ...more });
    if (category) await put(id, category);
    return id;
  };
  const post = await make('Post', 1, undefined, { kind: 'post' });
  const scheduled = await make('Scheduled', 2, undefined, { kind: 'post' });
  await db.pool.query(
    "update courses set state = 'scheduled', publish_at = published_at, published_at = null where id = $1",
    [scheduled],
  );
  await make('Followed-one', 2, followed);
  await make('Finished-one', 3, finished, { tier: 'basic' });
  await make('Dear', 3, followed, { tier: 'premium' });
  await make('Elsewhere', 3, other);
  verbs.wait(4 * DAY);
  const first = await look(verbs, caller);
  expect(titles(first)).toEqual(['course Finished-one', 'course Followed-one', 'Post']);
  expect(first.news[0]).toMatchObject({ category: 'Finished' });
  expect(titles(await look(verbs, verbs.as('second')))).toEqual(['Post']);
  await seeNews(services, caller, { ids: [post], until: first.asOf });
  await seeNews(services, caller, { ids: [post], until: first.asOf });
  expect(titles(await look(verbs, caller))).toEqual(['course Finished-one', 'course Followed-one']);
  expect(titles(await look(verbs, verbs.as('second')))).toEqual(['Post']);
});

test('what was earned is due, and only who holds the plan may take it', async ({ db }) => {
  const verbs = await openVerbs(db);
  const courseId = await makeCourse(db, 'Earned');
  for (const who of ['free', 'premium'] as const) await enrol(verbs.services, verbs.as(who), { courseId });
  await db.pool.query('update enrolments set completed_at = now()');
  const due = { courseId, title: 'Earned' };
  expect((await look(verbs, verbs.as('premium'))).due).toEqual([{ ...due, access: 'open' }]);
  expect((await look(verbs, verbs.as('free'))).due).toEqual([{ ...due, access: 'tier-required' }]);
});
