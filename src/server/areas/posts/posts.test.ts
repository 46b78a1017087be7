import { expect } from 'vitest';
import { courseForm } from '#contract/courses/course-form';
import { listCourses } from '#server/areas/courses/catalogue/list-courses';
import { insertContent } from '#tests/attack/content/content';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs } from '#tests/kit/verbs';
import { createPost } from './create-post.ts';
import { createFeedAddress, feedAddress, removeFeedAddress, tierOfFeed } from './feed-address.ts';
import { getPost } from './get-post.ts';
import { listAllPosts } from './list-all-posts.ts';
import { listPosts } from './list-posts.ts';
import { makeFeed } from './make-feed.ts';
import { removePost } from './remove-post.ts';
import { updatePost } from './update-post.ts';

const form = (categoryId: string, slug = 'a-post') =>
  courseForm.parse({
    title: 'A post',
    description: 'What it tells',
    slug,
    categories: [categoryId],
    thumbnail: '/covers/a-post.svg',
    content: [{ title: 'Text', content: 'Read **this**.' }],
  });

test('the feed holds the posts and courses of the own tier, newest first, in one statement', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const { categoryId } = await insertContent(db);
  await createPost(services, as('admin'), form(categoryId));
  const seen = async (who: 'visitor' | 'basic' | 'premium', kind?: 'post' | 'course') =>
    (await listPosts(services, as(who), { kind, page: 1 })).items.map(({ title }) => title);
  expect((await seen('visitor'))[0]).toBe('A post');
  expect(new Set(await seen('visitor'))).toEqual(new Set(['A post', 'The free course', 'The free post']));
  expect(await seen('basic', 'course')).toHaveLength(2);
  expect(await seen('premium')).toHaveLength(7);
  const count = await countStatements(db, (counted) =>
    listPosts({ ...services, db: counted }, as('visitor'), { page: 1 }),
  );
  expect(count).toBe(1);
  expect((await listPosts(services, as('visitor'), { page: 9 })).total).toBe(3);
});

test('what would end a text of the feed early does not', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { categoryId } = await insertContent(db);
  const ends = 'x[y[0]]>1, x[y[1]]>2';
  const given = {
    ...form(categoryId),
    title: ends,
    description: ends,
    content: [{ title: 'Text', content: ends }],
  };
  await createPost(services, as('admin'), courseForm.parse(given));
  for (const feed of Object.values(await makeFeed(services, 'free', '/feed'))) {
    expect(feed).toContain('x[y[0]]&gt;1, x[y[1]]&gt;2');
    expect(feed.split(']]>').length).toBe(feed.split('<![CDATA[').length);
  }
});

test('a draft is nobody’s to read but an administrator’s', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { categoryId } = await insertContent(db);
  const { id } = await createPost(services, as('admin'), { ...form(categoryId), start: 'draft' });
  expect(await failureOf(getPost(services, as('premium'), { id }))).toBe('POST_NOT_FOUND');
  expect(await getPost(services, as('admin'), { id })).toMatchObject({ access: 'open', state: 'draft' });
  const { items } = await listAllPosts(services, as('admin'), { q: 'A post', state: 'draft', page: 1 });
  expect(items).toMatchObject([{ id, state: 'draft', publishedAt: null }]);
});

test('a post above the tier tells title, level and tier, and nothing else', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { courses, posts } = await insertContent(db);
  expect(await getPost(services, as('free'), { id: posts.premium.id })).toEqual({
    access: 'locked',
    reason: 'tier-required',
    shareImage: expect.stringMatching(/^\/share\/posts\//),
    title: 'The premium post',
    level: 'beginner',
    subscriptionLevel: 'premium',
  });
  expect(await getPost(services, as('visitor'), { id: posts.basic.id })).toMatchObject({
    reason: 'sign-in-required',
  });
  expect(await getPost(services, as('visitor'), { id: courses.free.id })).toEqual({
    access: 'course',
    slug: courses.free.slug,
  });
});

test('a post is saved by its version and its sections keep their ids; courses never list it', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const { categoryId } = await insertContent(db);
  const made = await createPost(services, as('admin'), form(categoryId));
  const [section] = made.content;
  const input = {
    ...form(categoryId),
    content: [{ ...section, content: 'Other words.', videoUrl: '', captionsUrl: '' }],
  };
  const saved = await updatePost(services, as('admin'), {
    ...input,
    content: input.content as never,
    id: made.id,
    version: made.version,
  });
  expect(saved.content[0]).toMatchObject({ id: section?.id, content: 'Other words.' });
  await expect(
    updatePost(services, as('admin'), { ...form(categoryId), id: made.id, version: made.version }),
  ).rejects.toMatchObject({ code: 'VERSION_CONFLICT', data: { current: { version: 2 } } });
  const catalogue = await listCourses(services, as('admin'), { q: '', page: 1 });
  expect(catalogue.items.some(({ slug }) => slug === 'a-post')).toBe(false);
  await removePost(services, as('admin'), { id: made.id });
  expect(await failureOf(removePost(services, as('admin'), { id: made.id }))).toBe('POST_NOT_FOUND');
  expect(await failureOf(createPost(services, as('premium'), form(categoryId)))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
});

test('a private feed is found by its address until it is replaced or revoked', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  expect(await feedAddress(services, as('basic'))).toEqual({ exists: false, rss: null, atom: null });
  const tokenOf = (address: string | null) => /feeds\/([\w-]+)\.rss$/.exec(address ?? '')?.[1] ?? '';
  const first = tokenOf((await createFeedAddress(services, as('basic'))).rss);
  expect(await tierOfFeed(services, first)).toEqual({
    tier: 'basic',
    isAdmin: false,
    twoFactorEnabled: false,
  });
  const second = tokenOf((await createFeedAddress(services, as('basic'))).rss);
  expect(await tierOfFeed(services, first)).toBeNull();
  expect(await feedAddress(services, as('basic'))).toEqual({ exists: true, rss: null, atom: null });
  await db.pool.query('update users set disabled_at = now()');
  expect(await tierOfFeed(services, second)).toBeNull();
  await db.pool.query('update users set disabled_at = null');
  for (let times = 1; times <= 2; times += 1) await removeFeedAddress(services, as('basic'));
  expect(await tierOfFeed(services, second)).toBeNull();
  const { rows } = await db.pool.query("select action from audit_log where action like 'feed.%' order by id");
  expect(rows.map(({ action }) => action)).toEqual(['feed.create', 'feed.create', 'feed.remove']);
});
