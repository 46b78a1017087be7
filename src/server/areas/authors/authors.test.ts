import { expect } from 'vitest';
import { authorForm } from '#contract/courses/authors';
import { courseForm } from '#contract/courses/course-form';
import { setAvatar } from '#server/areas/accounts/profile/set-avatar';
import { updateProfile } from '#server/areas/accounts/profile/update-profile';
import { removeUser } from '#server/areas/admin/users/remove-user';
import { getCourse } from '#server/areas/courses/catalogue/get-course';
import { duplicateCourse } from '#server/areas/courses/copying/duplicate-course';
import { updateCourse } from '#server/areas/courses/editing/update-course';
import { changeStatus } from '#server/areas/courses/publishing/change-status';
import { getVersion } from '#server/areas/courses/versions/get-version';
import { restoreVersion } from '#server/areas/courses/versions/restore-version';
import { createPost } from '#server/areas/posts/create-post';
import { getPost } from '#server/areas/posts/get-post';
import { makeFeed } from '#server/areas/posts/make-feed';
import { updatePost } from '#server/areas/posts/update-post';
import { systemCaller } from '#server/db/audit';
import type { Db } from '#server/db/client';
import type { Caller } from '#server/services';
import { formOf, makeCategory, makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getAuthor } from './get-author.ts';
import { getOwnProfile } from './get-own-profile.ts';
import { getProfile } from './get-profile.ts';
import { listWriters } from './list-writers.ts';
import { saveOwnProfile } from './save-own-profile.ts';
import { saveProfile } from './save-profile.ts';

const idOf = ({ viewer }: Caller) => (viewer.kind === 'member' ? viewer.userId : '');
const profile = (slug: string, more: object = {}) => ({ ...authorForm.parse({ slug, ...more }), version: 0 });

async function openRoom(db: Db) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const admin = as('admin');
  const category = await makeCategory(verbs);
  const post = (slug: string, more: object = {}) =>
    createPost(services, admin, {
      ...courseForm.parse({
        title: `Post ${slug}`,
        description: 'Words',
        slug,
        thumbnail: '/covers/x.svg',
        categories: [category],
        content: [{ title: 'Text', content: 'Read this.' }],
        ...more,
      }),
      start: 'published',
    });
  const makeAuthor = (who: 'free' | 'basic', slug: string) =>
    saveProfile(services, admin, { ...profile(slug), id: idOf(as(who)) });
  const bylineOf = async (id: string) => {
    const found = await getPost(services, as('visitor'), { id });
    return found.access === 'open' ? found.authors : null;
  };
  return { ...verbs, admin, category, post, makeAuthor, bylineOf };
}

test('whoever creates a post or course is its author, and has a page once it is published', async ({
  db,
}) => {
  const { admin, as, bylineOf, post, services, ...verbs } = await openRoom(db);
  expect(await failureOf(getAuthor(services, as('visitor'), { slug: 'admin', page: 1 }))).toBe(
    'AUTHOR_NOT_FOUND',
  );
  const { authors, id } = await post('news');
  expect(authors).toEqual([idOf(admin)]);
  expect(await bylineOf(id)).toEqual([{ name: 'admin', avatar: null, slug: 'admin' }]);
  verbs.wait(60);
  const { slug } = await makeCourse({ as, services, ...verbs });
  expect(await getCourse(services, as('visitor'), { slug })).toMatchObject({
    authors: [{ name: 'admin', slug: 'admin' }],
  });
  const page = await getAuthor(services, as('visitor'), { slug: 'admin', page: 1 });
  expect(page.works.items.map(({ kind }) => kind)).toEqual(['course', 'post']);
  expect(page.works.total).toBe(2);
  expect(JSON.stringify(page)).not.toContain('@');
  expect(JSON.stringify(page)).not.toContain(idOf(admin));
});

test('what no person creates names nobody, and may stay so', async ({ db }) => {
  const { admin, category, services } = await openRoom(db);
  const form = courseForm.parse({
    title: 'News',
    description: 'Words',
    slug: 'news',
    thumbnail: '/covers/x.svg',
    categories: [category],
  });
  const made = await createPost(services, systemCaller, { ...form, start: 'published' });
  expect(made.authors).toEqual([]);
  const { id, version } = made;
  const saved = await updatePost(services, admin, { ...form, authors: [], id, version });
  expect(saved.authors).toEqual([]);
});

test('several authors are named in their order, none twice, and only people who may write', async ({
  db,
}) => {
  const { admin, as, bylineOf, makeAuthor, post, services } = await openRoom(db);
  const [ada, grace, stranger] = [as('free'), as('basic'), as('premium')].map(idOf) as [
    string,
    string,
    string,
  ];
  expect(await failureOf(post('early', { authors: [ada] }))).toBe('BAD_INPUT');
  await makeAuthor('free', 'ada');
  await makeAuthor('basic', 'grace');
  const made = await post('news', { authors: [grace, ada, grace] });
  expect(made.authors).toEqual([grace, ada]);
  expect(await bylineOf(made.id)).toMatchObject([{ slug: 'grace' }, { slug: 'ada' }]);
  const { id, version, updatedAt: _, ...form } = made;
  const save = (authors: string[] | undefined, on: number) =>
    updatePost(services, admin, { ...courseForm.parse({ ...form, authors }), id, version: on });
  expect(await failureOf(save([stranger], version))).toBe('BAD_INPUT');
  expect(await failureOf(save([], version))).toBe('BAD_INPUT');
  expect((await save(undefined, version)).authors).toEqual([grace, ada]);
  expect((await save([ada, grace], version + 1)).authors).toEqual([ada, grace]);
  const { rows } = await db.pool.query(
    `select before -> 'authors' as before, after -> 'authors' as after from audit_log
     where action = 'post.update' order by id desc limit 1`,
  );
  expect(rows).toEqual([{ before: [grace, ada], after: [ada, grace] }]);
  expect(await failureOf(post('none', { authors: [] }))).toBe('BAD_INPUT');
});

test('an author of drafts and unlisted posts alone has no page, and no byline leads there', async ({
  db,
}) => {
  const { admin, as, bylineOf, makeAuthor, post, services } = await openRoom(db);
  await makeAuthor('free', 'ada');
  const { id } = await post('news', { authors: [idOf(as('free'))] });
  const page = () => failureOf(getAuthor(services, as('visitor'), { slug: 'ada', page: 1 }));
  expect(await page()).toMatchObject({ name: 'free' });
  await changeStatus(services, admin, { id, from: 'published', to: 'unlisted' });
  expect(await page()).toBe('AUTHOR_NOT_FOUND');
  expect(await bylineOf(id)).toEqual([{ name: 'free', avatar: null, slug: null }]);
});

test('the page lists what the tier of its reader finds in lists, and nothing else', async ({ db }) => {
  const { as, post, services, wait } = await openRoom(db);
  await post('open');
  wait(60);
  await post('paid', { subscriptionLevel: 'premium' });
  const titles = async (who: 'visitor' | 'basic' | 'premium') =>
    (await getAuthor(services, as(who), { slug: 'admin', page: 1 })).works.items.map(({ title }) => title);
  expect(await titles('visitor')).toEqual(['Post open']);
  expect(await titles('basic')).toEqual(['Post open']);
  expect(await titles('premium')).toEqual(['Post paid', 'Post open']);
  const second = await getAuthor(services, as('premium'), { slug: 'admin', page: 2 });
  expect(second.works).toMatchObject({ items: [], total: 2, page: 2 });
});

test('authors change their own profile, others have none', async ({ db }) => {
  const { as, makeAuthor, services } = await openRoom(db);
  const ada = as('free');
  expect(await getOwnProfile(services, ada)).toEqual({ profile: null });
  expect(await failureOf(saveOwnProfile(services, ada, profile('ada')))).toBe('AUTHOR_REQUIRED');
  await makeAuthor('free', 'ada');
  const form = { slug: 'ada-l', bio: 'I write.', website: 'https://ada.example', social: '' };
  const saved = await saveOwnProfile(services, ada, { ...form, version: 1 });
  expect(saved).toMatchObject({ ...form, name: 'free', isPublic: false, version: 2 });
  expect(await getOwnProfile(services, ada)).toEqual({ profile: saved });
  expect(await saveOwnProfile(services, ada, { ...form, version: 1 })).toEqual(saved);
  expect(await failureOf(saveOwnProfile(services, ada, { ...form, bio: 'Else', version: 1 }))).toBe(
    'VERSION_CONFLICT',
  );
  await makeAuthor('basic', 'grace');
  expect(await failureOf(saveOwnProfile(services, ada, { ...form, slug: 'grace', version: 2 }))).toBe(
    'BAD_INPUT',
  );
  expect(await failureOf(saveOwnProfile(services, as('visitor'), profile('x')))).toBe('SIGN_IN_REQUIRED');
});

test('administrators keep every profile and find writers by name or address; nobody else does', async ({
  db,
}) => {
  const { admin, as, makeAuthor, services } = await openRoom(db);
  const id = idOf(as('free'));
  expect(await getProfile(services, admin, { id })).toMatchObject({ slug: 'free', version: 0 });
  const names = async (q: string, ids?: string[]) =>
    (await listWriters(services, admin, { q, ids })).items.map(({ name }) => name);
  expect(await names('free')).toEqual([]);
  await makeAuthor('free', 'ada');
  expect(await names('FREE')).toEqual(['free']);
  expect(await names('%')).toEqual([]);
  expect(await names('', [id, idOf(as('premium'))])).toEqual(['free']);
  expect(await names('', [])).toEqual([]);
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect(await failureOf(getProfile(services, admin, { id: nobody }))).toBe('USER_NOT_FOUND');
  expect(await failureOf(saveProfile(services, admin, { ...profile('x'), id: nobody }))).toBe(
    'USER_NOT_FOUND',
  );
  for (const call of [
    getProfile(services, as('premium'), { id }),
    saveProfile(services, as('premium'), { ...profile('x'), id }),
    listWriters(services, as('premium'), { q: '' }),
  ])
    expect(await failureOf(call)).toBe('ADMINISTRATOR_REQUIRED');
});

test('links of a profile are web addresses, its slug has the shape of one', () => {
  const faulty = (form: object) => !authorForm.safeParse({ slug: 'ada', ...form }).success;
  expect(faulty({ website: 'javascript:alert(1)' })).toBe(true);
  expect(faulty({ social: 'ada.example' })).toBe(true);
  expect(faulty({ slug: 'Ada Lovelace' })).toBe(true);
  expect(faulty({ bio: 'x'.repeat(1001) })).toBe(true);
  expect(faulty({ website: 'https://ada.example/me', bio: ' x ' })).toBe(false);
});

test('two authors of one name have two slugs', async ({ db }) => {
  const { as, post, services } = await openRoom(db);
  for (const who of ['admin', 'premium'] as const)
    await updateProfile(services, as(who), { name: 'Ada Lovelace' });
  await db.pool.query("insert into user_roles (user_id, role) values ($1, 'admin')", [idOf(as('premium'))]);
  const made = await post('news', { authors: [idOf(as('admin')), idOf(as('premium'))] });
  const { rows } = await db.pool.query('select slug from authors order by slug');
  expect(rows).toEqual([{ slug: 'ada-lovelace' }, { slug: 'ada-lovelace-2' }]);
  expect(made.authors).toHaveLength(2);
});

test('a new name and picture show on what the author wrote', async ({ db }) => {
  const { as, bylineOf, makeAuthor, post, services } = await openRoom(db);
  await makeAuthor('free', 'ada');
  const { id } = await post('news', { authors: [idOf(as('free'))] });
  await updateProfile(services, as('free'), { name: 'Ada Lovelace' });
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await setAvatar(services, as('free'), { file: new File([png], 'me.png', { type: 'image/png' }) });
  expect(await bylineOf(id)).toEqual([
    { name: 'Ada Lovelace', avatar: expect.stringMatching(/^\/media\/[0-9a-f-]+\.webp$/), slug: 'ada' },
  ]);
});

test('feeds name the authors of what they list', async ({ db }) => {
  const { as, makeAuthor, post, services } = await openRoom(db);
  await makeAuthor('free', 'ada');
  await updateProfile(services, as('free'), { name: 'Ada Lovelace' });
  await post('news', { authors: [idOf(as('free'))] });
  const { atom, rss } = await makeFeed(services, 'free', '/feed');
  expect(atom).toContain('<name>Ada Lovelace</name>');
  expect(rss).toContain('Ada Lovelace');
  expect(rss + atom).not.toContain('@school.test');
});

test('of a deleted account stays what it wrote, without its name and page, until somebody is chosen', async ({
  ownDb,
}) => {
  const { admin, as, bylineOf, makeAuthor, post, services } = await openRoom(ownDb);
  await makeAuthor('free', 'ada');
  const made = await post('news', { authors: [idOf(as('free')), idOf(admin)] });
  await removeUser(services, admin, { id: idOf(as('free')) });
  expect(await bylineOf(made.id)).toEqual([
    { name: null, avatar: null, slug: null },
    { name: 'admin', avatar: null, slug: 'admin' },
  ]);
  expect(await failureOf(getAuthor(services, as('visitor'), { slug: 'ada', page: 1 }))).toBe(
    'AUTHOR_NOT_FOUND',
  );
  const { id, updatedAt: _, version, ...form } = made;
  const kept = await updatePost(services, admin, {
    ...courseForm.parse({ ...form, authors: [idOf(admin)] }),
    id,
    version,
  });
  expect(kept.authors).toEqual([idOf(admin)]);
  expect(await bylineOf(id)).toHaveLength(2);
});

test('a copy has the authors of its course; an earlier version brings none back', async ({ db }) => {
  const { admin, as, makeAuthor, services, ...verbs } = await openRoom(db);
  await makeAuthor('free', 'ada');
  const ada = idOf(as('free'));
  const course = await makeCourse({ as, services, ...verbs }, { categories: [verbs.category] });
  const { id, updatedAt: _, version, ...form } = course;
  const saved = await updateCourse(services, admin, { ...formOf({ ...form, authors: [ada] }), id, version });
  expect((await duplicateCourse(services, admin, { id })).authors).toEqual([ada]);
  expect((await getVersion(services, admin, { id, version })).authors).toEqual([ada]);
  const back = await restoreVersion(services, admin, { id, version, basedOn: saved.version });
  expect(back.authors).toEqual([ada]);
  const { rows } = await db.pool.query("select 1 from course_versions where content ? 'authors'");
  expect(rows).toEqual([]);
});

test('administrators give an author a picture of the school, and its person can only take it off', async ({
  db,
}) => {
  const { as, admin, bylineOf, makeAuthor, post, services } = await openRoom(db);
  const id = idOf(as('basic'));
  await makeAuthor('basic', 'writer');
  const { id: written } = await post('pictured', { authors: [id] });
  const picture = '/media/0b6e4f00-0000-4000-8000-000000000001.webp';
  const form = { ...profile('writer'), version: 1 };
  const saved = await saveProfile(services, admin, { ...form, picture, id });
  expect(saved).toMatchObject({ picture, avatar: null, version: 2 });
  expect(await bylineOf(written)).toMatchObject([{ avatar: picture }]);
  expect(await getAuthor(services, as('visitor'), { slug: 'writer', page: 1 })).toMatchObject({
    avatar: picture,
  });
  const own = (wanted: string | undefined) =>
    saveOwnProfile(services, as('basic'), {
      ...form,
      bio: 'Mine',
      ...(wanted !== undefined && { picture: wanted }),
      version: wanted === undefined ? 2 : 3,
    });
  expect(await own(undefined)).toMatchObject({ picture, version: 3 });
  expect(await failureOf(own('/media/another.webp'))).toBe('BAD_INPUT');
  expect(await own('')).toMatchObject({ picture: '' });
  expect(await bylineOf(written)).toMatchObject([{ avatar: null }]);
  // A file of a text is closed to readers, and an address elsewhere would tell somebody else who reads.
  const closed = await db.kysely
    .insertInto('media')
    .values({
      kind: 'content',
      mime: 'image/webp',
      ending: 'webp',
      bytes: 1,
      sha256: 'x',
      source_sha256: 'x',
      name: 'a.webp',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const refused = { ...form, version: 4, picture: `/media/${closed.id}.webp`, id };
  expect(await failureOf(saveProfile(services, admin, refused))).toBe('BAD_INPUT');
  expect(authorForm.safeParse({ slug: 'a', picture: 'https://elsewhere.example/a.png' }).success).toBe(false);
});
