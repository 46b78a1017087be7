import { expect } from 'vitest';
import type { EditPost } from '#contract/courses/posts';
import { formOf, makeCategory } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { replaceInCourses } from '../courses/files/replace-in-courses.ts';
import { removeSection } from '../courses/trash/remove-section.ts';
import { getVersion } from '../courses/versions/get-version.ts';
import { listVersions } from '../courses/versions/list-versions.ts';
import { restoreVersion } from '../courses/versions/restore-version.ts';
import { createPost } from './create-post.ts';
import { removePost } from './remove-post.ts';
import { updatePost } from './update-post.ts';

async function makePost(verbs: Verbs): Promise<EditPost> {
  const categories = [await makeCategory(verbs)];
  const content = [
    { title: 'One', content: 'first' },
    { title: 'Two', content: 'second' },
  ];
  const form = formOf({ title: 'On tea', categories, content });
  return createPost(verbs.services, verbs.as('admin'), { ...form, start: 'published' });
}

function sent(post: EditPost, change: Partial<EditPost> = {}) {
  const { id, version, ...rest } = { ...post, ...change };
  return { ...formOf(rest), id, version };
}

test('every save of a post is a version with who saved it', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const post = await makePost(verbs);
  await updatePost(services, as('admin'), sent(post, { title: 'On green tea' }));
  const { items } = await listVersions(services, as('admin'), { id: post.id });
  expect(items.map(({ version }) => version)).toEqual([2, 1]);
  expect(items.every(({ savedBy }) => savedBy !== null)).toBe(true);
  expect(await getVersion(services, as('admin'), { id: post.id, version: 1 })).toMatchObject({
    title: 'On tea',
  });
  expect(await failureOf(listVersions(services, as('premium'), { id: post.id }))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
});

test('a file that is replaced in a post makes a version of it', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const post = await makePost(verbs);
  const [from, to] = ['0b6e4f00', '0b6e4f01'].map((id) => `/media/${id}-0000-4000-8000-000000000001.png`);
  const first = post.content.map((section) => ({ ...section, content: `![Tea](${from})` }));
  await updatePost(services, as('admin'), sent(post, { content: first }));
  await services.db.transaction((trx) =>
    replaceInCourses(trx, as('admin'), { from: from ?? '', to: to ?? '' }, services.clock.now()),
  );
  const { items } = await listVersions(services, as('admin'), { id: post.id });
  expect(items.map(({ version }) => version)).toEqual([3, 2, 1]);
  const before = await getVersion(services, as('admin'), { id: post.id, version: 2 });
  expect(before.content[0]?.content).toContain(from);
});

test('a version of a post that is restored brings its sections back under their ids', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const admin = as('admin');
  const post = await makePost(verbs);
  const { version } = await removeSection(services, admin, {
    id: post.id,
    sectionId: post.content[0]?.id ?? '',
  });
  const restored = await restoreVersion(services, admin, { id: post.id, version: 1, basedOn: version });
  expect(restored.content.map(({ content, id }) => [id, content])).toEqual(
    post.content.map(({ content, id }) => [id, content]),
  );
  const { items } = await listVersions(services, admin, { id: post.id });
  expect(items[0]).toMatchObject({ version: restored.version, restoredVersion: 1 });
  const audit = await db.kysely
    .selectFrom('audit_log')
    .select('entity')
    .where('action', '=', 'post.restore-version')
    .execute();
  expect(audit).toEqual([{ entity: 'post' }]);
  const stale = restoreVersion(services, admin, { id: post.id, version: 1, basedOn: 1 });
  expect(await failureOf(stale)).toBe('VERSION_CONFLICT');
});

test('a post in the trash shows no version', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const post = await makePost(verbs);
  await removePost(services, as('admin'), { id: post.id });
  expect(await failureOf(getVersion(services, as('admin'), { id: post.id, version: 1 }))).toBe(
    'REVISION_NOT_FOUND',
  );
  const restore = restoreVersion(services, as('admin'), { id: post.id, version: 1, basedOn: 1 });
  expect(await failureOf(restore)).toBe('COURSE_NOT_FOUND');
});
