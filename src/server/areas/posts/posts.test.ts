import { expect } from 'vitest';
import { type PostRow, postForm } from '#contract/courses/posts';
import { listCourses } from '#server/areas/courses/catalogue/list-courses';
import { followCategory } from '#server/areas/notifications/follow-category';
import { insertContent } from '#tests/attack/content/content';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { createPost } from './create-post.ts';
import { createFeedAddress, feedAddress, removeFeedAddress, tierOfFeed } from './feed-address.ts';
import { getPost } from './get-post.ts';
import { listAllPosts } from './list-all-posts.ts';
import { listPosts } from './list-posts.ts';
import { publishDue } from './publish-due.ts';
import { removePost } from './remove-post.ts';
import { updatePost } from './update-post.ts';

const at = ({ services }: Verbs, seconds: number) =>
  new Date(services.clock.now().getTime() + seconds * 1000).toISOString();
const form = (categoryId: string, publishedAt: string | null, slug = 'a-post') =>
  postForm.parse({
    title: 'A post',
    description: 'What it tells',
    slug,
    categories: [categoryId],
    thumbnail: '/covers/a-post.svg',
    content: [{ title: 'Text', content: 'Read **this**.' }],
    publishedAt,
  });

test('the feed holds the posts and courses of the own tier, newest first, in one statement', async ({
  db,
}) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  const { categoryId } = await insertContent(db);
  await createPost(services, as('admin'), form(categoryId, at(school, -60)));
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

test('a draft is nobody’s to read but an administrator’s, a scheduled post appears at its time', async ({
  db,
}) => {
  const school = await openVerbs(db);
  const { as, services, wait } = school;
  const { categoryId } = await insertContent(db);
  const draft = await createPost(services, as('admin'), form(categoryId, null));
  const later = await createPost(services, as('admin'), form(categoryId, at(school, 3600), 'later'));
  for (const { id } of [draft, later]) {
    expect(await failureOf(getPost(services, as('premium'), { id }))).toBe('POST_NOT_FOUND');
    expect((await getPost(services, as('admin'), { id })).access).toBe('open');
  }
  const states = async () =>
    new Map(
      (await listAllPosts(services, as('admin'), { q: 'A post', page: 1 })).items.map(
        ({ slug, state }): [string, PostRow['state']] => [slug, state],
      ),
    );
  expect(await states()).toEqual(
    new Map([
      ['a-post', 'draft'],
      ['later', 'scheduled'],
    ]),
  );
  wait(3601);
  expect((await getPost(services, as('visitor'), { id: later.id })).access).toBe('open');
  expect((await states()).get('later')).toBe('published');
});

test('a post above the tier tells title, level and tier, and nothing else', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { courses, posts } = await insertContent(db);
  expect(await getPost(services, as('free'), { id: posts.premium.id })).toEqual({
    access: 'locked',
    reason: 'tier-required',
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
  const school = await openVerbs(db);
  const { as, services } = school;
  const { categoryId } = await insertContent(db);
  const made = await createPost(services, as('admin'), form(categoryId, at(school, -1)));
  const [section] = made.content;
  const input = {
    ...form(categoryId, made.publishedAt),
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
    updatePost(services, as('admin'), { ...form(categoryId, null), id: made.id, version: made.version }),
  ).rejects.toMatchObject({ code: 'VERSION_CONFLICT', data: { current: { version: 2 } } });
  const catalogue = await listCourses(services, as('admin'), { q: '', page: 1 });
  expect(catalogue.items.some(({ slug }) => slug === 'a-post')).toBe(false);
  await removePost(services, as('admin'), { id: made.id });
  expect(await failureOf(removePost(services, as('admin'), { id: made.id }))).toBe('POST_NOT_FOUND');
  expect(await failureOf(createPost(services, as('premium'), form(categoryId, null)))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
});

test('followers are told once, at the time of publishing, and not of a draft', async ({ db }) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  const { categoryId } = await insertContent(db);
  await followCategory(services, as('free'), { id: categoryId, followed: true });
  const draft = await createPost(services, as('admin'), form(categoryId, null));
  const due = () => db.kysely.selectFrom('notice_events').select(['due_at', 'link']).execute();
  expect(await due()).toEqual([]);
  const time = at(school, 600);
  await updatePost(services, as('admin'), { ...form(categoryId, time), id: draft.id, version: 1 });
  expect(await due()).toEqual([{ due_at: new Date(time), link: `/blogs/${draft.id}` }]);
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
  await removeFeedAddress(services, as('basic'));
  expect(await tierOfFeed(services, second)).toBeNull();
});

test('that a post reached its time is noticed once', async ({ db }) => {
  const school = await openVerbs(db);
  const { as, services, wait } = school;
  const { categoryId } = await insertContent(db);
  await createPost(services, as('admin'), form(categoryId, at(school, 60)));
  const start = services.clock.now();
  wait(59);
  const before = services.clock.now();
  wait(2);
  const after = services.clock.now();
  expect(await publishDue(services, start, before)).toBe(false);
  expect(await publishDue(services, before, after)).toBe(true);
  expect(await publishDue(services, after, new Date(after.getTime() + 5000))).toBe(false);
});
