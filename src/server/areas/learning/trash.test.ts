import { expect } from 'vitest';
import { courseForm } from '#contract/courses/course-form';
import { progressForm } from '#contract/courses/learning';
import { addComment } from '#server/areas/comments/add-comment';
import { getCourse } from '#server/areas/courses/catalogue/get-course';
import { listCourses } from '#server/areas/courses/catalogue/list-courses';
import { createCourse } from '#server/areas/courses/editing/create-course';
import { getLosses } from '#server/areas/courses/editing/get-losses';
import { listAllCourses } from '#server/areas/courses/editing/list-all-courses';
import { getRemovalImpact } from '#server/areas/courses/trash/get-removal-impact';
import { listTrash } from '#server/areas/courses/trash/list-trash';
import { purgeTrash } from '#server/areas/courses/trash/purge-trash';
import { removeCourse } from '#server/areas/courses/trash/remove-course';
import { removeSection } from '#server/areas/courses/trash/remove-section';
import { restoreCourse } from '#server/areas/courses/trash/restore-course';
import { restoreSection } from '#server/areas/courses/trash/restore-section';
import { restoreVersion } from '#server/areas/courses/versions/restore-version';
import type { Db } from '#server/db/client';
import { makeCategory } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { enrol } from './enrol.ts';
import { getProgress } from './get-progress.ts';
import { listMyCourses } from './list-my-courses.ts';
import { saveProgress } from './save-progress.ts';

const DAY = 24 * 3600;
const NOTHING = { courses: [], posts: [], sections: [], banks: [], questions: [], pages: [], more: [] };

/** A course of two lessons that somebody studies, and another that requires it. */
async function openRoom(db: Db) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const [admin, learner] = [as('admin'), as('basic')];
  const category = await makeCategory(verbs);
  const make = (slug: string, prerequisiteId: string | null = null, lessons = ['One', 'Two']) =>
    createCourse(
      services,
      admin,
      courseForm.parse({
        title: `Course ${slug}`,
        description: 'Words',
        slug,
        thumbnail: '/covers/x.svg',
        categories: [category],
        prerequisiteId,
        content: lessons.map((title, at) =>
          at === 0 ? { title, chapter: 'Beginnings', content: 'first' } : { title, content: 'second' },
        ),
      }),
    );
  const course = await make('queues');
  const next = await make('next', course.id);
  await enrol(services, learner, { courseId: course.id });
  const mark = (id: string) =>
    saveProgress(services, learner, {
      id,
      ...progressForm.parse({ at: services.clock.now().toISOString(), marked: true }),
    });
  await mark(course.content[0]?.id ?? '');
  return { ...verbs, admin, learner, course, next, make, mark };
}

test('a deleted course is nowhere, and is restored with its learners and results', async ({ db }) => {
  const { admin, course, learner, mark, next, services } = await openRoom(db);
  const { id } = course;
  await addComment(services, learner, { courseId: id, content: 'Helpful', parentId: null });
  expect(await getRemovalImpact(services, admin, { id })).toEqual({
    learners: 1,
    attempts: 0,
    marks: 0,
    countedAt: null,
  });
  await removeCourse(services, admin, { id });

  expect(await failureOf(getCourse(services, admin, { slug: 'queues' }))).toBe('COURSE_NOT_FOUND');
  const query = { q: '', sort: 'newest', page: 1 } as const;
  expect((await listCourses(services, admin, query)).items.map(({ slug }) => slug)).toEqual(['next']);
  expect((await listCourses(services, admin, { ...query, q: 'queues', sort: 'relevance' })).items).toEqual(
    [],
  );
  expect((await listAllCourses(services, admin, { q: '', page: 1 })).items.map((row) => row.id)).toEqual([
    next.id,
  ]);
  expect(JSON.stringify(await listMyCourses(services, learner))).not.toContain('queues');
  expect(await failureOf(getProgress(services, learner, { courseId: id }))).toBe('COURSE_NOT_FOUND');
  expect(await failureOf(mark(course.content[1]?.id ?? ''))).not.toMatchObject({ state: 'done' });
  expect(await failureOf(enrol(services, learner, { courseId: id }))).toBe('COURSE_NOT_FOUND');
  expect(await getCourse(services, admin, { slug: 'next' })).toMatchObject({ prerequisite: null });
  expect(await failureOf(removeCourse(services, admin, { id }))).toBe('COURSE_NOT_FOUND');

  const { courses } = await listTrash(services, admin);
  expect(courses).toMatchObject([{ id, title: course.title, slug: 'queues', deletedBy: expect.any(String) }]);
  expect(await restoreCourse(services, admin, { id })).toEqual({ id, slug: 'queues' });
  expect(await getProgress(services, learner, { courseId: id })).toMatchObject({ done: 1, total: 2 });
  expect(JSON.stringify(await listMyCourses(services, learner))).toContain('queues');
  const found = await listCourses(services, admin, { ...query, q: 'queues', sort: 'relevance' });
  expect(found.items.map(({ slug }) => slug)).toContain('queues');
  expect(await getCourse(services, admin, { slug: 'next' })).toMatchObject({
    prerequisite: { slug: 'queues' },
  });
  expect(await listTrash(services, admin)).toEqual(NOTHING);
  expect(await failureOf(restoreCourse(services, admin, { id }))).toBe('COURSE_NOT_FOUND');
});

test('its address is free meanwhile; restored, it gets one beside the course that took it', async ({
  db,
}) => {
  const { admin, course, make, services } = await openRoom(db);
  await removeCourse(services, admin, { id: course.id });
  await make('queues');
  expect(await restoreCourse(services, admin, { id: course.id })).toMatchObject({ slug: 'queues-2' });
});

test('who had left the course before stays out of it', async ({ db }) => {
  const { admin, course, services } = await openRoom(db);
  await db.pool.query("update enrolments set left_at = '2026-01-01' where course_id = $1", [course.id]);
  await removeCourse(services, admin, { id: course.id });
  await restoreCourse(services, admin, { id: course.id });
  const { rows } = await db.pool.query('select left_at from enrolments where course_id = $1', [course.id]);
  expect(rows.map(({ left_at }) => left_at.toISOString())).toEqual(['2026-01-01T00:00:00.000Z']);
});

test('a prerequisite is not restored where it would close a circle', async ({ db }) => {
  const { admin, course, next, services } = await openRoom(db);
  await removeCourse(services, admin, { id: course.id });
  await db.pool.query('update courses set prerequisite_id = $1 where id = $2', [next.id, course.id]);
  await restoreCourse(services, admin, { id: course.id });
  expect(await getCourse(services, admin, { slug: 'next' })).toMatchObject({ prerequisite: null });
});

test('a removed section is restored where it stood, with what learners did with it', async ({ db }) => {
  const { admin, course, learner, services } = await openRoom(db);
  const [one, two] = course.content;
  const target = { id: course.id, sectionId: one?.id ?? '' };
  const impact = await getRemovalImpact(services, admin, { id: course.id, section: target.sectionId });
  expect(impact).toEqual({ learners: 1, attempts: 0, marks: 0, countedAt: null });
  expect(await failureOf(restoreSection(services, admin, target))).toBe('SECTION_NOT_FOUND');
  await removeSection(services, admin, target);
  expect((await listTrash(services, admin)).sections).toMatchObject([
    { id: one?.id, title: 'One', courseId: course.id, courseTitle: course.title },
  ]);
  const { section, version } = await restoreSection(services, admin, target);
  expect(section).toMatchObject({
    id: one?.id,
    key: 'one',
    chapter: 'Beginnings',
    content: 'first',
    order: 1,
  });
  expect(version).toBe(3);
  const { rows } = await db.pool.query(
    'select id from course_content where course_id = $1 order by sort_order',
    [course.id],
  );
  expect(rows.map(({ id }) => id)).toEqual([one?.id, two?.id]);
  expect(await getProgress(services, learner, { courseId: course.id })).toMatchObject({ done: 1, total: 2 });
});

test('who completed a course because a section was removed has not, once it is back', async ({ db }) => {
  const { admin, as, course, learner, mark, services } = await openRoom(db);
  const [one, two] = course.content;
  const target = { id: course.id, sectionId: two?.id ?? '' };
  const completed = async (who = learner) =>
    (await getProgress(services, who, { courseId: course.id }))?.completedAt ?? null;
  const versionOf = async () =>
    (
      await db.kysely
        .selectFrom('courses')
        .select('version')
        .where('id', '=', course.id)
        .executeTakeFirstOrThrow()
    ).version;
  // Somebody else has done everything: that stays, whatever becomes of the section.
  const thorough = as('premium');
  await enrol(services, thorough, { courseId: course.id });
  for (const { id } of course.content)
    await saveProgress(services, thorough, {
      id,
      ...progressForm.parse({ at: services.clock.now().toISOString(), marked: true }),
    });
  await removeSection(services, admin, target);
  expect([(await completed()) !== null, (await completed(thorough)) !== null]).toEqual([true, true]);
  await restoreSection(services, admin, target);
  expect([(await completed()) !== null, (await completed(thorough)) !== null]).toEqual([false, true]);
  // The same by an earlier version of the course, and by the form.
  await removeSection(services, admin, target);
  expect(await completed()).not.toBeNull();
  const present = await versionOf();
  await restoreVersion(services, admin, { id: course.id, version: present - 1, basedOn: present });
  expect(await completed()).toBeNull();
  await mark(target.sectionId);
  expect(await completed()).not.toBeNull();
  // Whoever has the certificate of it keeps both.
  await db.kysely
    .updateTable('enrolments')
    .set({ completed_without: [one?.id ?? ''] })
    .execute();
  await db.pool.query('delete from section_progress where section_id = $1', [one?.id]);
  await db.pool.query(
    `insert into certificates (user_id, kind, course_id, holder_name, title, course_title, proof, achieved_at, issued_at)
     select user_id, 'course', course_id, 'x', 'x', 'x', '{"sections": 2, "exams": []}', now(), now() from enrolments on conflict do nothing`,
  );
  await removeSection(services, admin, { id: course.id, sectionId: one?.id ?? '' });
  await restoreSection(services, admin, { id: course.id, sectionId: one?.id ?? '' });
  expect(await completed()).not.toBeNull();
});

test('who completed a course after several sections were removed has not, once any of them is back', async ({
  db,
}) => {
  const { admin, learner, make, mark, services } = await openRoom(db);
  const made = await make('long', null, ['One', 'Two', 'Three', 'Four']);
  const [one, two, third, fourth] = made.content.map(({ id }) => id) as [string, string, string, string];
  const courseId = made.id;
  const completedAt = async () => (await getProgress(services, learner, { courseId })).completedAt;
  const remove = (sectionId: string) => removeSection(services, admin, { id: courseId, sectionId });
  const restore = (sectionId: string) => restoreSection(services, admin, { id: courseId, sectionId });
  await enrol(services, learner, { courseId });
  await mark(third);
  // The last one makes it complete.
  for (const id of [one, two, fourth]) {
    expect(await completedAt()).toBeNull();
    await remove(id);
  }
  expect(await completedAt()).not.toBeNull();
  await restore(one);
  expect(await completedAt()).toBeNull();
  // Here it is the learner who makes it complete; what was done before it was removed stays done.
  await mark(one);
  expect(await completedAt()).not.toBeNull();
  await remove(one);
  await restore(one);
  expect(await completedAt()).not.toBeNull();
  await restore(two);
  expect(await completedAt()).toBeNull();
});

test('who completed a course keeps that when only sections are back that they did, beside some that are new to them', async ({
  db,
}) => {
  const { admin, learner, make, mark, services } = await openRoom(db);
  const made = await make('long', null, ['One', 'Two', 'Three']);
  const [one, two, third] = made.content.map(({ id }) => id) as [string, string, string];
  const courseId = made.id;
  const completedAt = async () => (await getProgress(services, learner, { courseId })).completedAt;
  await removeSection(services, admin, { id: courseId, sectionId: third });
  await db.pool.query("update section_registry set removed_at = '2020-01-01' where id = $1", [third]);
  await enrol(services, learner, { courseId });
  await mark(one);
  await removeSection(services, admin, { id: courseId, sectionId: one });
  await mark(two);
  expect(await completedAt()).not.toBeNull();
  await restoreVersion(services, admin, { id: courseId, version: 1, basedOn: 3 });
  const there = await db.kysely
    .selectFrom('course_content')
    .select('id')
    .where('course_id', '=', courseId)
    .execute();
  expect(there.map(({ id }) => id)).toEqual(expect.arrayContaining([one, two, third]));
  expect(await completedAt()).not.toBeNull();
});

test('after 30 days a chore deletes courses and the content of sections for good', async ({ db }) => {
  const { admin, course, next, services, wait } = await openRoom(db);
  await removeSection(services, admin, { id: next.id, sectionId: next.content[0]?.id ?? '' });
  await removeCourse(services, admin, { id: course.id });
  // The trigger takes the time of the database.
  await db.pool.query('update section_registry set removed_at = $1 where stored is not null', [
    services.clock.now(),
  ]);
  wait(29 * DAY);
  expect(await purgeTrash(services)).toBe(0);
  wait(2 * DAY);
  expect(await purgeTrash(services)).toBe(1);
  expect(await listTrash(services, admin)).toEqual(NOTHING);
  const { rows } = await db.pool.query('select id from courses order by title');
  expect(rows).toEqual([{ id: next.id }]);
  const { rows: audit } = await db.pool.query("select before from audit_log where action = 'course.purge'");
  expect(audit).toEqual([{ before: { title: course.title } }]);
});

test('only administrators look into the trash and restore from it', async ({ db }) => {
  const room = await openRoom(db);
  const member = room.as('premium');
  const { id } = room.course;
  for (const call of [
    listTrash(room.services, member),
    restoreCourse(room.services, member, { id }),
    getRemovalImpact(room.services, member, { id }),
    getLosses(room.services, member, { id, content: [] }),
    restoreSection(room.services, member, { id, sectionId: id }),
  ])
    expect(await failureOf(call)).toBe('ADMINISTRATOR_REQUIRED');
});
