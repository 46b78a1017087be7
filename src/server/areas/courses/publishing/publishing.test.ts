import { expect } from 'vitest';
import { publishingForm } from '#contract/administration/settings';
import { COURSE_STATES, type CourseState, isListed, openTo } from '#domain/courses/life-cycle';
import { listComments } from '#server/areas/comments/list-comments';
import { getDashboard } from '#server/areas/learning/dashboard/get-dashboard';
import { enrol } from '#server/areas/learning/enrol';
import { listMyCourses } from '#server/areas/learning/list-my-courses';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { followCategory } from '#server/areas/notifications/follow-category';
import { listNotifications } from '#server/areas/notifications/list-notifications';
import { createPost } from '#server/areas/posts/create-post';
import { listPosts } from '#server/areas/posts/list-posts';
import { makeFeed } from '#server/areas/posts/make-feed';
import { saveSetting } from '#server/areas/settings/save-setting';
import type { Db } from '#server/db/client';
import { formOf, makeCategory } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getCourse } from '../catalogue/get-course.ts';
import { getSection } from '../catalogue/get-section.ts';
import { listCourses } from '../catalogue/list-courses.ts';
import { createCourse } from '../editing/create-course.ts';
import { listAllCourses } from '../editing/list-all-courses.ts';
import { removeCourse } from '../trash/remove-course.ts';
import { restoreCourse } from '../trash/restore-course.ts';
import { changeStatus } from './change-status.ts';
import { getStatus } from './get-status.ts';
import { publishDue } from './publish-due.ts';

/** A free course of one lesson, in a category that somebody follows. */
async function openRoom(db: Db, start: 'published' | 'draft' = 'published') {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const category = await makeCategory(verbs);
  await followCategory(services, as('basic'), { id: category, followed: true });
  const content = [{ title: 'Quokka', content: 'Zanzibar' }];
  const course = await createCourse(services, as('admin'), {
    ...formOf({ categories: [category], content }),
    start,
  });
  const { id, slug } = course;
  let state: CourseState = start;
  const change = async (to: CourseState, more: { publishAt?: string; keepsAccess?: boolean } = {}) => {
    const standing = await changeStatus(services, as('admin'), { id, from: state, to, ...more });
    state = standing.state;
    return standing;
  };
  const opens = (who: Parameters<typeof as>[0]) => failureOf(getCourse(services, as(who), { slug }));
  /** Where somebody finds the course: catalogue, search, feed for people, feed for programs. */
  const found = async (who: Parameters<typeof as>[0]) => {
    const [catalogue, search] = await Promise.all(
      ['', 'sql'].map((q) => listCourses(services, as(who), { q, page: 1 })),
    );
    const feed = await listPosts(services, as(who), { page: 1 });
    const { rss } = await makeFeed(services, 'free', '/feed');
    const lists = [catalogue?.items, search?.items, feed.items].map((items) => JSON.stringify(items));
    return [...lists, rss].map((text) => text.includes('SQL from Scratch'));
  };
  const reported = async () => {
    await deliverNotices(services);
    return (await listNotifications(services, as('basic'), {})).items.length;
  };
  return { ...verbs, id, slug, category, change, opens, found, reported };
}
const NOWHERE = [false, false, false, false];
const EVERYWHERE = [true, true, true, true];

test('the rule of the server and the columns of the database say the same of every state', async ({ db }) => {
  const { id } = await openRoom(db);
  for (const kind of ['course', 'post'] as const)
    for (const state of COURSE_STATES)
      for (const keepsAccess of [true, false]) {
        const { rows } = await db.pool.query<{ open_to: string; is_listed: boolean }>(
          `update courses set kind = $2, state = $3, keeps_access = $4,
             publish_at = case when $3 = 'scheduled'::course_state then now() end
           where id = $1 returning open_to, is_listed`,
          [id, kind, state, keepsAccess],
        );
        const standing = { kind, state, keepsAccess };
        expect(rows, `${kind} ${state}`).toEqual([
          { open_to: openTo(standing), is_listed: isListed(standing) },
        ]);
      }
});

test('a draft is nowhere, tells nobody, and is opened by administrators alone', async ({ db }) => {
  const { as, found, id, opens, services, slug, reported } = await openRoom(db, 'draft');
  expect(await reported()).toBe(0);
  for (const who of ['visitor', 'free', 'premium', 'admin'] as const)
    expect(await found(who)).toEqual(NOWHERE);
  for (const who of ['visitor', 'free', 'premium'] as const) {
    expect(await opens(who)).toBe('COURSE_NOT_FOUND');
    expect(await failureOf(getSection(services, as(who), { slug, key: 'quokka' }))).toBe('COURSE_NOT_FOUND');
    expect(await failureOf(listComments(services, as(who), { courseId: id }))).toBe('COURSE_NOT_FOUND');
  }
  expect(await failureOf(enrol(services, as('premium'), { courseId: id }))).toBe('COURSE_NOT_FOUND');
  expect(await opens('admin')).toMatchObject({ access: 'open', state: 'draft' });
  // Not even as a correction of a mistyped word.
  const mistyped = await listCourses(services, as('free'), { q: 'scrath', page: 1 });
  expect(mistyped.correctedQuery).toBeNull();
  const { items } = await listAllCourses(services, as('admin'), { q: '', page: 1, state: 'draft' });
  expect(items).toMatchObject([{ id, state: 'draft' }]);
});

test('the time of a course is not changed over a time that somebody else chose', async ({ db }) => {
  const { as, id, services } = await openRoom(db, 'draft');
  const [first, second] = [1, 2].map((hours) =>
    new Date(services.clock.now().getTime() + hours * 3_600_000).toISOString(),
  );
  const change = (input: Omit<Parameters<typeof changeStatus>[2], 'id'>) =>
    changeStatus(services, as('admin'), { id, ...input });
  await change({ from: 'draft', to: 'scheduled', publishAt: first });
  await change({ from: 'scheduled', fromPublishAt: first, to: 'scheduled', publishAt: second });
  // The undo of who chose the first time.
  expect(await failureOf(change({ from: 'scheduled', fromPublishAt: first, to: 'draft' }))).toBe(
    'STATE_CHANGED',
  );
  expect(await change({ from: 'scheduled', fromPublishAt: second, to: 'draft' })).toMatchObject({
    state: 'draft',
  });
});

test('publishing tells followers once, however often it is taken back', async ({ db }) => {
  const { change, found, opens, reported, wait } = await openRoom(db, 'draft');
  const first = await change('published');
  expect(first.publishedAt).not.toBeNull();
  expect(await found('visitor')).toEqual(EVERYWHERE);
  expect(await reported()).toBe(1);
  await change('draft');
  expect(await opens('free')).toBe('COURSE_NOT_FOUND');
  expect(await reported()).toBe(0);
  wait(3600);
  expect((await change('published')).publishedAt).toBe(first.publishedAt);
  expect(await reported()).toBe(1);
});

test('what is taken back before anybody was told is told when it is published again', async ({ db }) => {
  const { change, reported } = await openRoom(db, 'draft');
  await change('published');
  await change('draft');
  expect(await reported()).toBe(0);
  await change('published');
  expect(await reported()).toBe(1);
});

test('what is taken back while followers are being notified notifies nobody a second time', async ({
  db,
}) => {
  const { change, reported } = await openRoom(db);
  // As after the first batch of many followers.
  await db.pool.query(`update notice_events set reached = (select id from users limit 1)`);
  await change('draft');
  await change('published');
  expect(await reported()).toBe(0);
});

test('a course whose time to be published passed in the trash comes back as a draft', async ({ db }) => {
  const { as, change, id, opens, reported, services, wait } = await openRoom(db, 'draft');
  const publishAt = new Date(services.clock.now().getTime() + 3_600_000).toISOString();
  await change('scheduled', { publishAt });
  await removeCourse(services, as('admin'), { id });
  wait(7200);
  await restoreCourse(services, as('admin'), { id });
  await publishDue(services);
  expect(await getStatus(services, as('admin'), { id })).toMatchObject({ state: 'draft', publishAt: null });
  expect(await opens('free')).toBe('COURSE_NOT_FOUND');
  expect(await reported()).toBe(0);
});

test('an unlisted course is opened at its address and found nowhere', async ({ db }) => {
  const { change, found, opens, reported } = await openRoom(db, 'draft');
  expect(await change('unlisted')).toMatchObject({ state: 'unlisted', publishedAt: null });
  expect(await opens('visitor')).toMatchObject({ access: 'open', state: 'unlisted' });
  expect(await found('visitor')).toEqual(NOWHERE);
  expect(await reported()).toBe(0);
});

test('an archived course is there for those who study it, as long as its author says so', async ({ db }) => {
  const { as, change, found, id, opens, services } = await openRoom(db);
  await enrol(services, as('free'), { courseId: id });
  expect(await change('archived')).toMatchObject({ learners: 1, keepsAccess: true });
  expect(await found('free')).toEqual(NOWHERE);
  expect(await opens('free')).toMatchObject({ access: 'open', state: 'archived' });
  expect(await opens('basic')).toBe('COURSE_NOT_FOUND');
  expect(await failureOf(enrol(services, as('basic'), { courseId: id }))).toBe('COURSE_NOT_FOUND');
  expect(await listMyCourses(services, as('free'))).toMatchObject([{ access: 'open' }]);
  expect((await getDashboard(services, as('free'))).courses).toHaveLength(1);
  await change('archived', { keepsAccess: false });
  expect(await opens('free')).toBe('COURSE_NOT_FOUND');
  expect(await listMyCourses(services, as('free'))).toEqual([]);
  expect((await getDashboard(services, as('free'))).courses).toEqual([]);
  // Progress and enrollment are kept.
  await change('published');
  expect(await listMyCourses(services, as('free'))).toMatchObject([{ access: 'open' }]);
});

test('a scheduled course is published at its time, once, whoever looks', async ({ ownDb: db }) => {
  const { change, id, opens, services, reported, wait } = await openRoom(db, 'draft');
  const publishAt = new Date(services.clock.now().getTime() + 3_600_000).toISOString();
  expect(await change('scheduled', { publishAt })).toMatchObject({ state: 'scheduled', publishAt });
  wait(3599);
  expect(await publishDue(services)).toBe(0);
  expect(await opens('premium')).toBe('COURSE_NOT_FOUND');
  wait(2);
  const done = await Promise.all([publishDue(services), publishDue(services), publishDue(services)]);
  expect(done.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await opens('visitor')).toMatchObject({ state: 'published', createdAt: publishAt });
  expect(await reported()).toBe(1);
  const { rows } = await db.pool.query(
    `select actor_kind, action from audit_log where entity_id = $1 and action like 'course.%' order by at, id`,
    [id],
  );
  expect(rows).toMatchObject([
    { action: 'course.create' },
    { action: 'course.schedule' },
    { actor_kind: 'system', action: 'course.publish' },
  ]);
});

test('a double click changes once; whoever saw another state is told the present one', async ({
  ownDb: db,
}) => {
  const { as, id, services } = await openRoom(db);
  const change = (from: CourseState, to: CourseState, publishAt?: string) =>
    changeStatus(services, as('admin'), { id, from, to, publishAt });
  await Promise.all([change('published', 'unlisted'), change('published', 'unlisted')]);
  const { rows } = await db.pool.query(
    `select from audit_log where entity_id = $1 and action = 'course.unlist'`,
    [id],
  );
  expect(rows).toHaveLength(1);
  await expect(change('published', 'archived')).rejects.toMatchObject({
    code: 'STATE_CHANGED',
    data: { current: { state: 'unlisted' } },
  });
  expect(await failureOf(change('unlisted', 'scheduled', '2099-01-01T00:00:00Z'))).toBe('BAD_INPUT');
  await change('unlisted', 'draft');
  expect(await failureOf(change('draft', 'scheduled', '2001-01-01T00:00:00Z'))).toBe('BAD_INPUT');
  expect(await failureOf(change('draft', 'scheduled'))).toBe('BAD_INPUT');
  expect(await failureOf(changeStatus(services, as('premium'), { id, from: 'draft', to: 'published' }))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
});

test('the school says what new courses start as; their author has the last word', async ({ db }) => {
  const { as, category, services } = await openRoom(db);
  await saveSetting(services, as('admin'), {
    name: 'publishing',
    form: publishingForm,
    version: 0,
    value: { drafts: true, reviews: true },
  });
  const form = (slug: string) => formOf({ categories: [category], slug });
  await createCourse(services, as('admin'), form('silent'));
  await createCourse(services, as('admin'), { ...form('loud'), start: 'published' });
  const { items } = await listAllCourses(services, as('admin'), { q: '', page: 1 });
  expect(new Map(items.map(({ slug, state }) => [slug, state]))).toEqual(
    new Map([
      ['silent', 'draft'],
      ['loud', 'published'],
      ['sql', 'published'],
    ]),
  );
});

test('nobody waits for a prerequisite that newcomers cannot open', async ({ db }) => {
  const { as, category, change, id, services } = await openRoom(db);
  const form = formOf({
    categories: [category],
    slug: 'next',
    prerequisiteId: id,
    content: [{ title: 'One' }],
  });
  await createCourse(services, as('admin'), form);
  const next = () => getCourse(services, as('free'), { slug: 'next' });
  expect(await next()).toMatchObject({ guided: true, prerequisite: { slug: 'sql' } });
  expect(await change('draft')).toMatchObject({ requiredBy: ['SQL from Scratch'] });
  expect(await next()).toMatchObject({ guided: false, prerequisite: null });
});

test('a new course or post can be scheduled by its first save, and nobody is told before its time', async ({
  db,
}) => {
  const { as, category, found, services, reported, wait } = await openRoom(db, 'draft');
  const start = 'scheduled' as const;
  const form = (slug: string) => ({
    ...formOf({ categories: [category], content: [{ title: 'T', content: 'x' }], slug }),
    start,
  });
  const now = services.clock.now().getTime();
  for (const publishAt of [undefined, new Date(now).toISOString(), new Date(now - 60_000).toISOString()])
    expect(await failureOf(createPost(services, as('admin'), { ...form('late'), publishAt }))).toBe(
      'BAD_INPUT',
    );
  const publishAt = new Date(now + 3_600_000).toISOString();
  const post = await createPost(services, as('admin'), { ...form('post-at'), publishAt });
  const course = await createCourse(services, as('admin'), { ...form('course-at'), publishAt });
  const states = async () =>
    (await db.pool.query('select state, publish_at from courses where id = any($1)', [[post.id, course.id]]))
      .rows;
  const waiting = { state: 'scheduled', publish_at: new Date(publishAt) };
  expect(await states()).toEqual([waiting, waiting]);
  await publishDue(services);
  expect(await found('free')).toEqual(NOWHERE);
  expect(await reported()).toBe(0);
  wait(3601);
  await publishDue(services);
  const out = { state: 'published', publish_at: null };
  expect(await states()).toEqual([out, out]);
  expect(await reported()).toBe(2);
});
