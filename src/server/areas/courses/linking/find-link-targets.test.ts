import { sql } from 'kysely';
import { expect } from 'vitest';
import { customContent } from '#contract/pages';
import { removeCourse } from '#server/areas/courses/trash/remove-course';
import { createPost } from '#server/areas/posts/create-post';
import { createPage } from '#server/areas/site/custom/create-page';
import { formOf, makeCategory, makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs } from '#tests/kit/verbs';
import { findLinkTargets } from './find-link-targets.ts';
import { linkTargetsQuery } from './linking-sql.ts';

test('a link can lead to courses, sections, posts, pages and authors, drafts included, and to nothing deleted', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const admin = as('admin');
  const category = await makeCategory(verbs);
  const course = await makeCourse(verbs, {
    title: 'Tides',
    slug: 'tides',
    categories: [category],
    content: [
      { title: 'Spring tides', content: 'Read.' },
      { title: 'Tides of spring: an exam?', sectionType: 'lab', content: 'Do.' },
      { title: 'Moons', content: 'Read.' },
    ],
  });
  const gone = await makeCourse(verbs, {
    title: 'Old tides',
    slug: 'old',
    categories: [category],
    content: [{ title: 'Neap tides', content: 'Read.' }],
  });
  await removeCourse(services, admin, { id: gone.id });
  const post = await createPost(services, admin, {
    ...formOf({
      title: 'A tide came in',
      slug: 'came',
      categories: [category],
      content: [{ title: 'T', content: 'x' }],
    }),
    start: 'draft',
  });
  await createPage(services, admin, {
    content: customContent.parse({ kind: 'custom', title: 'Tide tables', slug: 'tables', markdown: 'x' }),
    start: 'published',
  });
  if (admin.viewer.kind !== 'member') throw new Error('an administrator is a member');
  await db.kysely
    .updateTable('users')
    .set({ name: 'Tidea Moon' })
    .where('id', '=', admin.viewer.userId)
    .execute();

  const find = (q: string) => findLinkTargets(services, admin, { q });
  expect(await countStatements(db, (counted) => findLinkTargets({ db: counted }, admin, { q: 'tide' }))).toBe(
    1,
  );
  const { items } = await find('TIDE');
  const lessons = course.content.map(({ key }) => `/courses/tides?section=${key}`);
  expect(items.map(({ isOpen, path }) => [path, isOpen])).toEqual([
    ['/courses/tides', true],
    [lessons[1], true],
    [lessons[0], true],
    [`/blogs/${post.id}`, false],
    ['/pages/tables', true],
    [expect.stringMatching(/^\/authors\/./), true],
  ]);
  expect(items[1]).toMatchObject({ kind: 'section', course: 'Tides', sectionType: 'lab' });
  const several = await find('tides spring');
  expect(several.items.map(({ title }) => title)).toEqual(['Tides of spring: an exam?', 'Spring tides']);
  expect((await find('%_')).items).toEqual([]);
  for (const who of ['visitor', 'premium'] as const)
    expect(await failureOf(findLinkTargets(services, as(who), { q: 'tide' }))).toBe(
      who === 'visitor' ? 'SIGN_IN_REQUIRED' : 'ADMINISTRATOR_REQUIRED',
    );
});

const INDEXES = ['courses_title_idx', 'course_content_title_idx'];

test('names are found by an index', async ({ db }) => {
  const fill = sql`
    with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
      select 'Course ' || md5(n::text), 'x', 'c-' || n, '/covers/c-' || n || '.svg', 'free' from generate_series(1, 500) n
      returning id)
    insert into course_content (course_id, key, title, sort_order)
    select id, 's-' || n, 'Lesson ' || md5(id::text || n), n from made, generate_series(1, 4) n`;
  const plan = await db.kysely.transaction().execute(async (trx) => {
    await fill.execute(trx);
    await sql`analyze courses, course_content`.execute(trx);
    for (const index of INDEXES) await sql`select gin_clean_pending_list(${index}::regclass)`.execute(trx);
    // So few rows are read faster one by one.
    await sql`set local enable_seqscan = off`.execute(trx);
    return sql`explain ${linkTargetsQuery({ words: ['tides', 'spring'], limit: 5 })}`.execute(trx);
  });
  const said = JSON.stringify(plan.rows);
  for (const index of INDEXES) expect(said).toContain(index);
});
