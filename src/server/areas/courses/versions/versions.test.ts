import { expect } from 'vitest';
import { sectionForm } from '#contract/courses/course-form';
import type { EditCourse } from '#contract/courses/courses';
import { formOf, makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { addSection } from '../editing/add-section.ts';
import { updateCourse } from '../editing/update-course.ts';
import { removeSection } from '../trash/remove-section.ts';
import { getVersion } from './get-version.ts';
import { listVersions } from './list-versions.ts';
import { restoreVersion } from './restore-version.ts';

const TWO = {
  content: [
    { title: 'One', content: 'first' },
    { title: 'Two', content: 'second' },
  ],
};

function sent(course: EditCourse, change: Partial<EditCourse> = {}) {
  const { id, version, ...rest } = { ...course, ...change };
  return { ...formOf(rest), id, version };
}

test('every save of a course is a version with who saved it, newest first', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const admin = as('admin');
  const course = await makeCourse(verbs, TWO);
  await updateCourse(services, admin, sent(course, { title: 'Renamed' }));
  await addSection(services, admin, { ...sectionForm.parse({ title: 'Three' }), id: course.id });
  const { items } = await listVersions(services, admin, { id: course.id });
  expect(items.map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(items.every(({ savedBy }) => savedBy !== null)).toBe(true);
  expect(await getVersion(services, admin, { id: course.id, version: 1 })).toMatchObject({
    title: course.title,
  });
  expect((await getVersion(services, admin, { id: course.id, version: 3 })).content).toHaveLength(3);
  expect(await failureOf(getVersion(services, admin, { id: course.id, version: 9 }))).toBe(
    'REVISION_NOT_FOUND',
  );
  expect(await failureOf(listVersions(services, as('premium'), { id: course.id }))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
});

test('a version that is restored brings its sections back under their ids, and is a version itself', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const admin = as('admin');
  const course = await makeCourse(verbs, TWO);
  const [one, two] = course.content;
  if (!one || !two) throw new Error('two sections were made');
  await removeSection(services, admin, { id: course.id, sectionId: one.id });
  const changed = await updateCourse(services, admin, {
    ...sent(course, { title: 'Renamed', content: [{ ...two, content: 'changed' }] }),
    version: 2,
  });
  const restored = await restoreVersion(services, admin, {
    id: course.id,
    version: 1,
    basedOn: changed.version,
  });
  expect(restored.title).toBe(course.title);
  expect(restored.content.map(({ content, id, key }) => [id, key, content])).toEqual([
    [one.id, 'one', 'first'],
    [two.id, 'two', 'second'],
  ]);
  const { items } = await listVersions(services, admin, { id: course.id });
  expect(items[0]).toMatchObject({ version: restored.version, restoredVersion: 1 });
  const stale = restoreVersion(services, admin, { id: course.id, version: 2, basedOn: 1 });
  expect(await failureOf(stale)).toBe('VERSION_CONFLICT');
});

test('a course that was saved before versions were kept has its old state as one', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const course = await makeCourse(verbs, TWO);
  await db.pool.query('delete from course_versions');
  const before = await listVersions(services, as('admin'), { id: course.id });
  expect(before.items).toMatchObject([{ version: 1, savedBy: null }]);
  await updateCourse(services, as('admin'), sent(course, { title: 'Renamed' }));
  expect(await getVersion(services, as('admin'), { id: course.id, version: 1 })).toMatchObject({
    title: course.title,
  });
});

test('only the last 50 versions are kept', async ({ db }) => {
  const verbs = await openVerbs(db);
  let course = await makeCourse(verbs);
  for (let save = 0; save < 52; save += 1)
    course = await updateCourse(verbs.services, verbs.as('admin'), sent(course, { title: `Title ${save}` }));
  const { items } = await listVersions(verbs.services, verbs.as('admin'), { id: course.id });
  expect(items).toHaveLength(50);
  expect(items[0]?.version).toBe(course.version);
});

test('a save may keep a section that somebody else removed meanwhile, under its own id', async ({ db }) => {
  const verbs = await openVerbs(db);
  const course = await makeCourse(verbs, TWO);
  const sectionId = course.content[0]?.id ?? '';
  const { version } = await removeSection(verbs.services, verbs.as('admin'), { id: course.id, sectionId });
  const saved = await updateCourse(verbs.services, verbs.as('admin'), { ...sent(course), version });
  expect(saved.content.map(({ id }) => id)).toEqual(course.content.map(({ id }) => id));
});
