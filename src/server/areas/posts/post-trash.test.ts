import { expect } from 'vitest';
import { courseForm, sectionForm } from '#contract/courses/course-form';
import { addComment } from '#server/areas/comments/add-comment';
import { listComments } from '#server/areas/comments/list-comments';
import { addSection } from '#server/areas/courses/editing/add-section';
import { getLosses } from '#server/areas/courses/editing/get-losses';
import { getRemovalImpact } from '#server/areas/courses/trash/get-removal-impact';
import { listTrash } from '#server/areas/courses/trash/list-trash';
import { purgeTrash } from '#server/areas/courses/trash/purge-trash';
import { removeSection } from '#server/areas/courses/trash/remove-section';
import { restoreCourse } from '#server/areas/courses/trash/restore-course';
import { restoreSection } from '#server/areas/courses/trash/restore-section';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { followCategory } from '#server/areas/notifications/follow-category';
import { listNotifications } from '#server/areas/notifications/list-notifications';
import type { Db } from '#server/db/client';
import { makeCategory } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { createPost } from './create-post.ts';
import { getEditPost } from './get-edit-post.ts';
import { getPost } from './get-post.ts';
import { listAllPosts } from './list-all-posts.ts';
import { listPosts } from './list-posts.ts';
import { makeFeed } from './make-feed.ts';
import { removePost } from './remove-post.ts';
import { restorePost } from './restore-post.ts';

const DAY = 24 * 3600;

/** A post that somebody commented. */
async function openRoom(db: Db) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const [admin, reader] = [as('admin'), as('basic')];
  const category = await makeCategory(verbs);
  const write = (slug: string, start: 'published' | 'draft' = 'published') =>
    createPost(services, admin, {
      ...courseForm.parse({
        title: `Post ${slug}`,
        description: 'Words',
        slug,
        thumbnail: '/covers/x.svg',
        categories: [category],
        content: [{ title: 'Text', content: 'Read this.' }],
      }),
      start,
    });
  const post = await write('news');
  await addComment(services, reader, { courseId: post.id, content: 'Helpful', parentId: null });
  const comments = async () => JSON.stringify(await listComments(services, reader, { courseId: post.id }));
  return { ...verbs, admin, reader, category, write, post, comments };
}

test('a deleted post is nowhere, and is restored with its comments, date and address', async ({ db }) => {
  const { admin, comments, post, reader, services } = await openRoom(db);
  const { id } = post;
  const said = await comments();
  expect(said).toContain('Helpful');
  await removePost(services, admin, { id });
  expect(await failureOf(getPost(services, admin, { id }))).toBe('POST_NOT_FOUND');
  expect(await failureOf(getEditPost(services, admin, { id }))).toBe('POST_NOT_FOUND');
  expect((await listPosts(services, reader, { page: 1 })).items).toEqual([]);
  expect((await listAllPosts(services, admin, { q: '', page: 1 })).items).toEqual([]);
  expect(await failureOf(comments())).toBe('COURSE_NOT_FOUND');
  expect(await failureOf(removePost(services, admin, { id }))).toBe('POST_NOT_FOUND');

  const { courses, posts } = await listTrash(services, admin);
  expect(courses).toEqual([]);
  expect(posts).toMatchObject([{ id, title: post.title, slug: 'news', deletedBy: expect.any(String) }]);
  expect(await failureOf(restoreCourse(services, admin, { id }))).toBe('COURSE_NOT_FOUND');
  expect(await failureOf(restorePost(services, reader, { id }))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await restorePost(services, admin, { id })).toEqual({ id, slug: 'news' });
  expect((await listPosts(services, reader, { page: 1 })).items).toMatchObject([{ id, kind: 'post' }]);
  expect(await getEditPost(services, admin, { id })).toMatchObject({
    content: post.content,
    categories: post.categories,
  });
  expect(await comments()).toBe(said);
  expect((await listTrash(services, admin)).posts).toEqual([]);
  expect(await failureOf(restorePost(services, admin, { id }))).toBe('POST_NOT_FOUND');
});

test('no feed and no notice names a deleted post; followers hear of it once it is back', async ({ db }) => {
  const { admin, as, category, services, write } = await openRoom(db);
  const follower = as('premium');
  await followCategory(services, follower, { id: category, followed: true });
  const { id } = await write('told');
  const reported = async () => {
    await deliverNotices(services);
    const { rss } = await makeFeed(services, 'free', '/feed');
    const notices = JSON.stringify(await listNotifications(services, follower, {}));
    return [rss.includes(id), notices.includes(id)];
  };
  await removePost(services, admin, { id });
  expect(await reported()).toEqual([false, false]);
  await restorePost(services, admin, { id });
  expect(await reported()).toEqual([true, true]);
  await removePost(services, admin, { id });
  expect(await reported()).toEqual([false, false]);
});

test('a deleted draft is restored as a draft, beside the post that took its address', async ({ db }) => {
  const { admin, services, write } = await openRoom(db);
  const draft = await write('idea', 'draft');
  await removePost(services, admin, { id: draft.id });
  await write('idea', 'draft');
  expect(await restorePost(services, admin, { id: draft.id })).toMatchObject({ slug: 'idea-2' });
  expect(await getPost(services, admin, { id: draft.id })).toMatchObject({
    state: 'draft',
    publishedAt: null,
  });
});

test('a post with the longest address is restored beside those that took it and the next one', async ({
  db,
}) => {
  const { admin, services, write } = await openRoom(db);
  const { id } = await write('a'.repeat(100), 'draft');
  await removePost(services, admin, { id });
  await write('a'.repeat(100), 'draft');
  await write(`${'a'.repeat(90)}-2`, 'draft');
  expect(await restorePost(services, admin, { id })).toEqual({ id, slug: `${'a'.repeat(90)}-3` });
});

test('after 30 days a deleted post goes for good with its comments', async ({ db }) => {
  const { admin, post, services, wait } = await openRoom(db);
  await removePost(services, admin, { id: post.id });
  wait(29 * DAY);
  expect(await purgeTrash(services)).toBe(0);
  wait(2 * DAY);
  expect(await purgeTrash(services)).toBe(1);
  expect((await db.pool.query('select id from comments')).rows).toEqual([]);
  const { rows } = await db.pool.query("select entity, before from audit_log where action = 'post.purge'");
  expect(rows).toEqual([{ entity: 'post', before: { title: post.title } }]);
});

test('the trash says where there is more than it lists', async ({ db }) => {
  const { admin, post, services } = await openRoom(db);
  await removePost(services, admin, { id: post.id });
  await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, kind)
       select 'Old', 'O', 'old-' || n, '/o.svg', 'deleted' from generate_series(1, 200) n returning id)
     insert into deleted_courses (course_id, kind, slug, deleted_at) select id, 'post', id::text, '2020-01-01' from made`,
  );
  const { more, posts } = await listTrash(services, admin);
  expect([posts.length, posts[0]?.id, more]).toEqual([200, post.id, ['posts']]);
});

test('a section of a post waits in the trash and comes back, as one of a course does', async ({ db }) => {
  const { admin, post, reader, services } = await openRoom(db);
  const { id } = post;
  const aside = sectionForm.omit({ id: true, exam: true }).parse({ title: 'Aside' });
  const added = await addSection(services, admin, { ...aside, id });
  const target = { id, sectionId: added.section.id };
  const titles = async () => (await getEditPost(services, admin, { id })).content.map(({ title }) => title);
  expect(await getRemovalImpact(services, admin, { id, section: target.sectionId })).toMatchObject({
    learners: 0,
  });
  expect((await getLosses(services, admin, { id, content: [] })).sections).toHaveLength(2);
  const { version } = await removeSection(services, admin, target);
  expect(await titles()).toEqual(['Text']);
  expect((await listTrash(services, admin)).sections).toMatchObject([
    { id: target.sectionId, title: 'Aside', courseId: id, courseTitle: post.title },
  ]);
  expect(await failureOf(restoreSection(services, reader, target))).toBe('ADMINISTRATOR_REQUIRED');
  const restored = await restoreSection(services, admin, target);
  expect(restored).toMatchObject({ section: { id: target.sectionId }, version: version + 1 });
  expect(await titles()).toEqual(['Text', 'Aside']);
  expect((await listTrash(services, admin)).sections).toEqual([]);
  await removeSection(services, admin, target);
  await removePost(services, admin, { id });
  expect((await listTrash(services, admin)).sections).toEqual([]);
  expect(await failureOf(restoreSection(services, admin, target))).toBe('COURSE_NOT_FOUND');
});
