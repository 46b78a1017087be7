import { expect } from 'vitest';
import { courseForm } from '#contract/courses/course-form';
import { progressForm } from '#contract/courses/learning';
import { createCategory } from '#server/areas/categories/create-category';
import { getSection as getPublicSection } from '#server/areas/courses/catalogue/get-section';
import { createCourse } from '#server/areas/courses/editing/create-course';
import { updateCourse } from '#server/areas/courses/editing/update-course';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { enrol } from './enrol.ts';
import { getProgress } from './get-progress.ts';
import { getSection } from './get-section.ts';
import { saveProgress } from './save-progress.ts';

const SECRET = 'what-only-learners-read';

/** A school where courses with rules are made, and a learner of the free tier. */
async function openSchool(db: Db) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const [admin, learner] = [verbs.as('admin'), verbs.as('free')];
  const { id: category } = await createCategory(services, admin, { name: 'Rules', description: '' });
  const make = (slug: string, rules: object = {}) =>
    createCourse(
      services,
      admin,
      courseForm.parse({
        title: slug,
        description: 'D',
        slug,
        categories: [category],
        thumbnail: '/covers/x.svg',
        content: ['One', 'Two', 'Three'].map((title) => ({ title, content: `${SECRET} ${title}` })),
        ...rules,
      }),
    );
  const progress = (courseId: string) => getProgress(services, learner, { courseId });
  const done = (id: string) =>
    saveProgress(services, learner, {
      id,
      ...progressForm.parse({ at: services.clock.now().toISOString(), marked: true }),
    });
  return { ...verbs, admin, category, done, learner, make, progress };
}

test('in order: the next section opens with the one before it, and says so', async ({ db }) => {
  const { as, done, learner, make, progress, services } = await openSchool(db);
  const { content, id: courseId, slug } = await make('in-order', { sectionOrder: 'in-order' });
  const [one, two, three] = content;
  await enrol(services, learner, { courseId });
  const locked = {
    reason: 'section-first',
    section: { key: 'one', title: 'One' },
    course: null,
    opensAt: null,
  };
  expect((await progress(courseId)).locks).toEqual([
    { ...locked, id: two?.id },
    { ...locked, id: three?.id },
  ]);
  expect(await failureOf(getSection(services, learner, { courseId, key: 'two' }))).toBe('SECTION_LOCKED');
  expect(await failureOf(done(two?.id ?? ''))).toBe('SECTION_LOCKED');
  expect((await progress(courseId)).sections).toEqual([]);
  for (const caller of [learner, as('admin'), as('premium')])
    expect(await getPublicSection(services, caller, { slug, key: 'two' })).toEqual({
      access: 'guided',
      title: 'Two',
    });
  expect(await getPublicSection(services, as('visitor'), { slug, key: 'one' })).toMatchObject({
    access: 'open',
  });
  await done(one?.id ?? '');
  expect(await progress(courseId)).toMatchObject({ resumeKey: 'two', locks: [{ id: three?.id }] });
  expect((await getSection(services, learner, { courseId, key: 'two' })).html).toContain(SECRET);
  await done(two?.id ?? '');
  expect(await done(three?.id ?? '')).toMatchObject({ completedAt: expect.any(String) });
});

test('a section that is not required holds nobody up and is not needed to complete', async ({ db }) => {
  const { done, learner, make, progress, services } = await openSchool(db);
  const sections = [{ title: 'Extra', required: false }, { title: 'Core' }];
  const { content, id: courseId } = await make('extra', { sectionOrder: 'in-order', content: sections });
  await enrol(services, learner, { courseId });
  expect(await progress(courseId)).toMatchObject({ locks: [], total: 1 });
  expect(await done(content[1]?.id ?? '')).toMatchObject({ completedAt: expect.any(String) });
});

test('a course in which nothing counts is completed by nobody', async ({ db }) => {
  const { done, learner, make, progress, services } = await openSchool(db);
  const { content, id: courseId } = await make('optional', {
    content: ['One', 'Two'].map((title) => ({ title, required: false })),
  });
  await enrol(services, learner, { courseId });
  for (const { id } of content) expect(await done(id)).toMatchObject({ state: 'done', completedAt: null });
  expect(await progress(courseId)).toMatchObject({ completedAt: null, total: 0 });
});

test('a section opens some days after the enrolment, by the clock of the server', async ({ db }) => {
  const { done, learner, make, progress, services, wait } = await openSchool(db);
  const sections = [{ title: 'Now' }, { title: 'Later', opensAfterDays: 2 }];
  const { content, id: courseId } = await make('later', { content: sections });
  await enrol(services, learner, { courseId });
  const [lock] = (await progress(courseId)).locks;
  expect(lock).toMatchObject({ reason: 'opens-at', section: null });
  expect(new Date(lock?.opensAt ?? 0).getTime()).toBe(services.clock.now().getTime() + 2 * 86_400_000);
  const ahead = { at: new Date(services.clock.now().getTime() + 9 * 86_400_000).toISOString(), marked: true };
  const later = content[1]?.id ?? '';
  expect(await failureOf(saveProgress(services, learner, { id: later, ...progressForm.parse(ahead) }))).toBe(
    'SECTION_LOCKED',
  );
  wait(2 * 86_400);
  expect((await progress(courseId)).locks).toEqual([]);
  expect(await done(later)).toMatchObject({ state: 'done' });
});

test('a course that must come first locks everything until it is completed', async ({ db }) => {
  const { done, learner, make, progress, services } = await openSchool(db);
  const first = await make('first');
  const { content, id: courseId } = await make('second', { prerequisiteId: first.id });
  await enrol(services, learner, { courseId });
  const needs = { reason: 'prerequisite', course: { slug: 'first', title: 'first' } };
  expect((await progress(courseId)).locks).toMatchObject([needs, needs, needs]);
  expect(await failureOf(done(content[0]?.id ?? ''))).toBe('SECTION_LOCKED');
  await enrol(services, learner, { courseId: first.id });
  for (const { id } of first.content) await done(id);
  expect((await progress(courseId)).locks).toEqual([]);
  expect(await done(content[0]?.id ?? '')).toMatchObject({ state: 'done' });
});

test('rules that come later lock nothing that was begun', async ({ db }) => {
  const { admin, done, learner, make, progress, services } = await openSchool(db);
  const course = await make('changing');
  const courseId = course.id;
  await enrol(services, learner, { courseId });
  await done(course.content[2]?.id ?? '');
  await updateCourse(services, admin, {
    ...courseForm.parse({ ...course, sectionOrder: 'in-order' }),
    id: courseId,
    version: course.version,
  });
  expect((await progress(courseId)).locks).toMatchObject([{ id: course.content[1]?.id }]);
  expect((await getSection(services, learner, { courseId, key: 'three' })).html).toContain(SECRET);
});

test('administrators read everything without enrolling', async ({ db }) => {
  const { admin, make, services } = await openSchool(db);
  const { id: courseId } = await make('closed', { sectionOrder: 'in-order' });
  expect((await getSection(services, admin, { courseId, key: 'three' })).html).toContain(SECRET);
  expect((await getProgress(services, admin, { courseId })).locks).toEqual([]);
});

test('no course waits for itself, not even by way of others', async ({ db }) => {
  const { admin, make, services } = await openSchool(db);
  const a = await make('a');
  const b = await make('b', { prerequisiteId: a.id });
  const c = await make('c', { prerequisiteId: b.id });
  const closing = { ...courseForm.parse({ ...a, prerequisiteId: c.id }), id: a.id, version: a.version };
  expect(await failureOf(updateCourse(services, admin, closing))).toBe('PREREQUISITE_CIRCLE');
  const self = { ...closing, prerequisiteId: a.id };
  expect(await failureOf(updateCourse(services, admin, self))).toBe('PREREQUISITE_CIRCLE');
  const unknown = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
  expect(await failureOf(make('d', { prerequisiteId: unknown }))).toBe('PREREQUISITE_CIRCLE');
});
