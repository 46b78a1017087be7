import { sql } from 'kysely';
import { expect } from 'vitest';
import { planSettingsForm } from '#contract/administration/plan-settings';
import { catalogueQuery } from '#contract/courses/catalogue-query';
import { updateCategory } from '#server/areas/categories/update-category';
import { saveSetting } from '#server/areas/settings/save-setting';
import type { Db } from '#server/db/client';
import type { CallerName } from '#tests/attack/kit/school';
import { makeCategory, makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { listAllCourses } from '../editing/list-all-courses.ts';
import { removeCourse } from '../trash/remove-course.ts';
import { listCourses } from './list-courses.ts';

const list = (verbs: Verbs, query: object = {}, who: CallerName = 'premium') =>
  listCourses(verbs.services, verbs.as(who), catalogueQuery.parse(query));
const slugs = async (verbs: Verbs, query: object = {}, who: CallerName = 'premium') =>
  (await list(verbs, query, who)).items.map(({ slug }) => slug);

async function catalogue(db: Db): Promise<Verbs & { data: string }> {
  const verbs = await openVerbs(db);
  const data = await makeCategory(verbs, 'Data Engineering');
  const web = await makeCategory(verbs, 'Web');
  await makeCourse(verbs, {
    slug: 'sql',
    title: 'SQL and databases',
    description: 'Querying tables',
    categories: [data],
    level: 'beginner',
  });
  await makeCourse(verbs, {
    slug: 'typescript',
    title: 'TypeScript',
    description: 'Programming with types, near a database',
    categories: [web],
    level: 'advanced',
    tags: ['compilers'],
    subscriptionLevel: 'basic',
  });
  await makeCourse(verbs, {
    slug: 'secret',
    title: 'Kubernetes security',
    description: 'Hardening of clusters',
    categories: [web, data],
    subscriptionLevel: 'premium',
  });
  return { ...verbs, data };
}

test('everybody sees the courses of the own tier and lower ones', async ({ db }) => {
  const verbs = await catalogue(db);
  const seen = async (who: CallerName) => (await slugs(verbs, { sort: 'title' }, who)).join();
  expect(await seen('visitor')).toBe('sql');
  expect(await seen('free')).toBe('sql');
  expect(await seen('basic')).toBe('sql,typescript');
  expect(await seen('premium')).toBe('secret,sql,typescript');
  expect(await seen('admin')).toBe('secret,sql,typescript');
});

test('what the same search finds in higher tiers is counted, and nothing else of it is told', async ({
  db,
}) => {
  const verbs = await catalogue(db);
  const higher = async (query: object, who: CallerName) => (await list(verbs, query, who)).higher;
  const both = [
    { tier: 'basic', courses: 1 },
    { tier: 'premium', courses: 1 },
  ];
  expect(await higher({}, 'visitor')).toEqual(both);
  expect(await higher({}, 'free')).toEqual(both);
  expect(await higher({}, 'basic')).toEqual([{ tier: 'premium', courses: 1 }]);
  expect(await higher({}, 'premium')).toEqual([]);
  expect(await higher({ q: 'kubernetes' }, 'free')).toEqual([{ tier: 'premium', courses: 1 }]);
  expect(await higher({ level: 'advanced' }, 'free')).toEqual([{ tier: 'basic', courses: 1 }]);
  expect(JSON.stringify(await list(verbs, { q: 'kubernetes' }, 'free'))).not.toContain('Hardening');
});

/** The school shows locked courses in its catalogue. */
const showLocked = (verbs: Verbs) =>
  saveSetting(verbs.services, verbs.as('admin'), {
    name: 'plans',
    form: planSettingsForm,
    version: 0,
    value: { freeChoice: true, lockedCourses: true },
  });

test('where the school shows locked courses, they follow those that are open, as cards', async ({ db }) => {
  const verbs = await catalogue(db);
  const before = await list(verbs, {}, 'free');
  expect(before).toMatchObject({ listsLocked: false, total: 1, items: [{ slug: 'sql', locked: false }] });
  await showLocked(verbs);
  const seen = async (who: CallerName, query: object = { sort: 'title' }) =>
    (await list(verbs, query, who)).items.map(({ locked, slug }) => `${slug}${locked ? ' locked' : ''}`);
  expect(await seen('visitor')).toEqual(['sql', 'secret locked', 'typescript locked']);
  expect(await seen('basic')).toEqual(['sql', 'typescript', 'secret locked']);
  expect(await seen('premium')).toEqual(['secret', 'sql', 'typescript']);
  expect(await seen('free', { q: 'database' })).toEqual(['sql', 'typescript locked']);
  expect(await seen('free', { level: 'advanced' })).toEqual(['typescript locked']);
  const found = await list(verbs, { q: 'database' }, 'free');
  expect(found).toMatchObject({
    total: 2,
    listsLocked: true,
    higher: [{ tier: 'basic', courses: 1 }],
  });
});

test('pages of open and locked courses hold each of them once', async ({ db }) => {
  const verbs = await openVerbs(db);
  const categories = [await makeCategory(verbs)];
  for (let n = 1; n <= 30; n += 1) {
    const subscriptionLevel = n % 2 ? 'premium' : 'free';
    await makeCourse(verbs, { slug: `course-${n}`, title: `Course ${n}`, categories, subscriptionLevel });
  }
  await showLocked(verbs);
  for (const query of [{}, { q: 'course' }]) {
    const pages = [await list(verbs, query, 'free'), await list(verbs, { ...query, page: 2 }, 'free')];
    const all = pages.flatMap(({ items }) => items);
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [24, 30],
      [6, 30],
    ]);
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(30);
    expect(all.map(({ locked }) => locked)).toEqual([...Array(15).fill(false), ...Array(15).fill(true)]);
  }
});

test('a word in the title weighs more than one in the description, and endings do not matter', async ({
  db,
}) => {
  expect(await slugs(await catalogue(db), { q: 'database' })).toEqual(['sql', 'typescript']);
});

test('tags and category names are searched, and a renamed category is found by its new name', async ({
  db,
}) => {
  const verbs = await catalogue(db);
  expect(await slugs(verbs, { q: 'compiler' })).toEqual(['typescript']);
  expect((await slugs(verbs, { q: 'engineering' })).sort()).toEqual(['secret', 'sql']);
  await updateCategory(verbs.services, verbs.as('admin'), {
    id: verbs.data,
    name: 'Warehousing',
    description: '',
  });
  expect((await slugs(verbs, { q: 'warehouse' })).sort()).toEqual(['secret', 'sql']);
  expect(await slugs(verbs, { q: 'engineering' })).toEqual([]);
});

test.for([
  ['typ', 'typescript'],
  ['programmin', 'typescript'],
  ['progra', 'typescript'],
  ['querying ta', 'sql'],
])('the last word of %s is a beginning', async ([q = '', slug = ''], { db }) => {
  expect(await slugs(await catalogue(db), { q })).toEqual([slug]);
});

test('a typing error is corrected, and the reply says what was searched for', async ({ db }) => {
  const verbs = await catalogue(db);
  const page = await list(verbs, { q: 'kuberntes securty' });
  expect(page).toMatchObject({ correctedQuery: 'kubernetes security', items: [{ slug: 'secret' }] });
  expect((await list(verbs, { q: 'kubernetes' })).correctedQuery).toBeNull();
});

test('a correction tells nothing of courses that the reader may not see', async ({ db }) => {
  const page = await list(await catalogue(db), { q: 'kuberntes' }, 'visitor');
  expect(page).toMatchObject({ items: [], total: 0, correctedQuery: null });
});

test('matches are marked in title and description; without a search there are no marks', async ({ db }) => {
  const verbs = await catalogue(db);
  const [hit] = (await list(verbs, { q: 'typescript types' })).items;
  expect(hit?.match).toEqual({
    title: '\u0002TypeScript\u0003',
    description: 'Programming with \u0002types\u0003, near a database',
  });
  expect((await list(verbs)).items[0]?.match).toBeNull();
});

test('difficulty and category filter, alone, together and with a search', async ({ db }) => {
  const verbs = await catalogue(db);
  expect(await slugs(verbs, { level: 'advanced' })).toEqual(['typescript']);
  expect((await slugs(verbs, { category: 'data-engineering' })).sort()).toEqual(['secret', 'sql']);
  expect(await slugs(verbs, { category: 'data-engineering', level: 'advanced' })).toEqual([]);
  expect(await slugs(verbs, { category: 'web', q: 'database' })).toEqual(['typescript']);
  expect(await slugs(verbs, { category: "x' or true --" })).toEqual([]);
});

test('a page has 24 courses, and one behind the last still knows the total', async ({ db }) => {
  const verbs = await openVerbs(db);
  const categories = [await makeCategory(verbs)];
  for (let n = 1; n <= 26; n += 1)
    await makeCourse(verbs, { slug: `course-${n}`, title: `Course ${n}`, categories });
  const sizes = [await list(verbs), await list(verbs, { page: 2 }), await list(verbs, { page: 3 })];
  expect(sizes.map(({ items, total }) => [items.length, total])).toEqual([
    [24, 26],
    [2, 26],
    [0, 26],
  ]);
  const all = sizes.flatMap(({ items }) => items.map(({ slug }) => slug));
  expect(new Set(all).size).toBe(26);
  const searched = await list(verbs, { q: 'course', page: 3 });
  expect(searched).toMatchObject({ items: [], total: 26, correctedQuery: null });
});

test('a card holds categories in their order, sections and minutes', async ({ db }) => {
  const verbs = await openVerbs(db);
  const categories = [await makeCategory(verbs, 'Zebra'), await makeCategory(verbs, 'Ant')];
  const content = [
    { title: 'One', minutes: 7 },
    { title: 'Two', minutes: 5 },
  ];
  await makeCourse(verbs, { categories, content });
  const [card] = (await list(verbs)).items;
  expect(card).toMatchObject({ sections: 2, minutes: 12, categories: [{ slug: 'zebra' }, { slug: 'ant' }] });
});

test.for(['%', '_', "'", "a' | !b:*", '\\', ':*', '!', '()', '<->', '½ № ①', '🧨', 'the', 'C++'])(
  'the search %s is answered',
  async (q, { db }) => {
    const verbs = await catalogue(db);
    await expect(list(verbs, { q })).resolves.toMatchObject({ page: 1 });
    await expect(listAllCourses(verbs.services, verbs.as('admin'), { q, page: 1 })).resolves.toMatchObject({
      page: 1,
    });
  },
);

test('the catalogue takes one statement, and one more when words are corrected', async ({ db }) => {
  const verbs = await catalogue(db);
  const count = (q: string) =>
    countStatements(db, (counted) =>
      list({ ...verbs, services: { ...verbs.services, db: counted } }, { q, sort: 'newest' }),
    );
  await verbs.services.settings.current();
  expect([await count(''), await count('sql'), await count('kuberntes')]).toEqual([1, 2, 2]);
  await showLocked(verbs);
  await verbs.services.settings.current();
  expect([await count(''), await count('sql'), await count('kuberntes')]).toEqual([1, 2, 2]);
  const all = (counted: Db) =>
    listAllCourses({ ...verbs.services, db: counted }, verbs.as('admin'), { q: 'a', page: 1 });
  expect(await countStatements(db, all)).toBe(1);
});

test("the administrators' list matches literally, whatever the case, last updated first", async ({ db }) => {
  const verbs = await catalogue(db);
  const all = async (query: object) =>
    (await listAllCourses(verbs.services, verbs.as('admin'), { q: '', page: 1, ...query })).items.map(
      ({ slug }) => slug,
    );
  await db.kysely
    .updateTable('courses')
    .set({ updated_at: sql`now() + interval '1 day'` })
    .where('slug', '=', 'typescript')
    .execute();
  expect((await all({}))[0]).toBe('typescript');
  expect(await all({ q: 'SECURITY' })).toEqual(['secret']);
  expect(await all({ q: 'hardening' })).toEqual(['secret']);
  expect(await all({ q: '%' })).toEqual([]);
  expect(await all({ subscriptionLevel: 'free' })).toEqual(['sql']);
  expect(await failureOf(listAllCourses(verbs.services, verbs.as('premium'), { q: '', page: 1 }))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
});

test('a deleted course is in no list, and the audit row keeps what it was', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { id } = await makeCourse(verbs, { content: [{ title: 'One', content: 'kept text' }] });
  expect(await failureOf(removeCourse(verbs.services, verbs.as('basic'), { id }))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
  await removeCourse(verbs.services, verbs.as('admin'), { id });
  expect(await slugs(verbs)).toEqual([]);
  const row = await db.kysely
    .selectFrom('audit_log')
    .select('before')
    .where('action', '=', 'course.delete')
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row.before)).toContain('kept text');
  expect(await failureOf(removeCourse(verbs.services, verbs.as('admin'), { id }))).toBe('COURSE_NOT_FOUND');
});
