import { expect } from 'vitest';
import { removeCourse } from '#server/areas/courses/trash/remove-course';
import { makeCategory, makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs } from '#tests/kit/verbs';
import { createCategory } from './create-category.ts';
import { listCategories } from './list-categories.ts';
import { removeCategory } from './remove-category.ts';
import { updateCategory } from './update-category.ts';

const UNKNOWN = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';

test('a category gets a slug made of its name, and names that look alike get different ones', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const make = async (name: string) =>
    (await createCategory(services, as('admin'), { name, description: '' })).slug;
  expect([await make('Web Development'), await make('C++'), await make('C#'), await make('日本語')]).toEqual([
    'web-development',
    'c',
    'c-2',
    'category',
  ]);
});

test('a name is there once, whatever its case', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  await createCategory(services, as('admin'), { name: 'Databases', description: '' });
  const again = createCategory(services, as('admin'), { name: 'DATABASES', description: '' });
  expect(await failureOf(again)).toBe('CATEGORY_NAME_TAKEN');
});

test('everybody sees all categories, each counting the courses that they may open', async ({ db }) => {
  const verbs = await openVerbs(db);
  const data = await makeCategory(verbs, 'data');
  await makeCategory(verbs, 'Art');
  await makeCourse(verbs, { slug: 'a', categories: [data] });
  await makeCourse(verbs, { slug: 'b', categories: [data], subscriptionLevel: 'premium' });
  const seen = async (who: 'visitor' | 'premium') =>
    (await listCategories(verbs.services, verbs.as(who))).map(({ courses, name }) => `${name} ${courses}`);
  expect(await seen('visitor')).toEqual(['Art 0', 'data 1']);
  expect(await seen('premium')).toEqual(['Art 0', 'data 2']);
  const count = await countStatements(db, (counted) =>
    listCategories({ ...verbs.services, db: counted }, verbs.as('visitor')),
  );
  expect(count).toBe(1);
});

test('a category is renamed with its slug, described without it, and counted right', async ({ db }) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  const id = await makeCategory(verbs, 'Data');
  await makeCategory(verbs, 'Other');
  for (let n = 1; n <= 21; n += 1) await makeCourse(verbs, { slug: `c-${n}`, categories: [id] });
  const renamed = await updateCategory(verbs.services, admin, { id, name: 'Big Data', description: '' });
  expect(renamed).toEqual({ id, name: 'Big Data', slug: 'big-data', description: null, courses: 21 });
  const described = await updateCategory(verbs.services, admin, {
    id,
    name: 'Big Data',
    description: 'Much of it',
  });
  expect(described).toMatchObject({ slug: 'big-data', description: 'Much of it' });
  const taken = updateCategory(verbs.services, admin, { id, name: 'other', description: '' });
  expect(await failureOf(taken)).toBe('CATEGORY_NAME_TAKEN');
  const row = await db.kysely
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'category.update')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ before: { name: 'Data' }, after: { name: 'Big Data' } });
});

test('a change that began with what is not there any more is refused with what is', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const admin = as('admin');
  const base = { name: 'Data', description: '' };
  const { id } = await createCategory(services, admin, base);
  const theirs = { name: 'Data', description: 'Much of it' };
  await updateCategory(services, admin, { id, ...theirs, base });
  const mine = { id, name: 'Big Data', description: '' };
  await expect(updateCategory(services, admin, { ...mine, base })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { id, ...theirs, slug: 'data', courses: 0 } },
  });
  const merged = await updateCategory(services, admin, { ...mine, description: 'Much of it', base: theirs });
  expect(merged).toMatchObject({ name: 'Big Data', description: 'Much of it' });
});

test('a category in use is kept, and the refusal names its courses', async ({ db }) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  const id = await makeCategory(verbs, 'Data');
  const course = await makeCourse(verbs, { title: 'Uses it', categories: [id] });
  await expect(removeCategory(verbs.services, admin, { id })).rejects.toMatchObject({
    code: 'CATEGORY_IN_USE',
    data: { courses: [{ id: course.id, title: 'Uses it', inTrash: false }] },
  });
  await makeCourse(verbs, { title: 'Uses it, too', slug: 'too', categories: [id] });
  await removeCourse(verbs.services, admin, { id: course.id });
  await expect(removeCategory(verbs.services, admin, { id })).rejects.toMatchObject({
    data: {
      courses: [
        { title: 'Uses it, too', inTrash: false },
        { title: 'Uses it', inTrash: true },
      ],
    },
  });
  await db.kysely.deleteFrom('courses').execute();
  expect(await removeCategory(verbs.services, admin, { id })).toEqual({ id });
  expect(await failureOf(removeCategory(verbs.services, admin, { id }))).toBe('CATEGORY_NOT_FOUND');
});

test('only administrators change categories, and only those that are there', async ({ db }) => {
  const verbs = await openVerbs(db);
  const id = await makeCategory(verbs, 'Data');
  const form = { name: 'X', description: '' };
  for (const [who, code] of [
    ['premium', 'ADMINISTRATOR_REQUIRED'],
    ['visitor', 'SIGN_IN_REQUIRED'],
  ] as const) {
    const caller = verbs.as(who);
    expect(await failureOf(createCategory(verbs.services, caller, form))).toBe(code);
    expect(await failureOf(updateCategory(verbs.services, caller, { id, ...form }))).toBe(code);
    expect(await failureOf(removeCategory(verbs.services, caller, { id }))).toBe(code);
  }
  const absent = updateCategory(verbs.services, verbs.as('admin'), { id: UNKNOWN, ...form });
  expect(await failureOf(absent)).toBe('CATEGORY_NOT_FOUND');
});
