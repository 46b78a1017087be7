import { expect } from 'vitest';
import { storePicture } from '#server/areas/media/store-file';
import { createPost } from '#server/areas/posts/create-post';
import { updatePost } from '#server/areas/posts/update-post';
import { formOf, makeCategory, makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { updateCourse } from './update-course.ts';

const SQUARE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
);

test('a picture of a lesson is refused as a cover, since visitors would not see it', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const admin = verbs.as('admin');
  const { address } = await db.transaction((trx) => storePicture(services, trx, SQUARE, 'a.svg'));
  const categories = [await makeCategory(verbs)];
  const closed = { thumbnail: address, categories };
  expect(await failureOf(makeCourse(verbs, closed))).toBe('BAD_INPUT');
  const course = await makeCourse(verbs, { categories });
  const change = { ...formOf(course), ...course };
  expect(await failureOf(updateCourse(services, admin, { ...change, ...closed }))).toBe('BAD_INPUT');
  const form = {
    ...formOf({ slug: 'post', categories }),
    start: 'draft',
  } as const;
  expect(await failureOf(createPost(services, admin, { ...form, ...closed }))).toBe('BAD_INPUT');
  const post = await createPost(services, admin, form);
  const edited = { ...form, content: [], id: post.id, version: post.version };
  expect(await failureOf(updatePost(services, admin, { ...edited, ...closed }))).toBe('BAD_INPUT');
  // One that is there already does not keep anybody from saving the rest.
  await db.pool.query('update courses set thumbnail = $1', [address]);
  const saved = await updateCourse(services, admin, { ...change, ...closed, title: 'New title' });
  expect(saved.title).toBe('New title');
});
