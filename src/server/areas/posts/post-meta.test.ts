import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { pageMeta } from '#contract/page-meta';
import { NO_META } from '#domain/site/page-meta';
import { FolderError } from '#server/areas/courses/folders/course-folder';
import { exportCourse } from '#server/areas/courses/folders/export-course';
import { importCourse } from '#server/areas/courses/folders/import-course';
import { formOf, makeCategory } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { restoreVersion } from '../courses/versions/restore-version.ts';
import { createPost } from './create-post.ts';
import { getPost } from './get-post.ts';
import { updatePost } from './update-post.ts';

const META = { ...NO_META, title: 'Tea, explained', canonical: 'https://elsewhere.example/tea' };

test('a post tells search engines and shared links its own words, until they are emptied or an older version is back', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const admin = as('admin');
  const form = formOf({ title: 'On tea', categories: [await makeCategory(verbs)] });
  const { id, version } = await createPost(services, admin, { ...form, meta: META, start: 'published' });
  const reported = async () => {
    const post = await getPost(services, as('visitor'), { id });
    return post.access === 'open' ? post.meta : null;
  };
  expect(await reported()).toEqual(META);
  // Left out, they stay.
  const second = await updatePost(services, admin, { ...form, id, version });
  expect(second.meta).toEqual(META);
  const third = await updatePost(services, admin, { ...form, meta: NO_META, id, version: second.version });
  expect(await reported()).toEqual(NO_META);
  await restoreVersion(services, admin, { id, version: 1, basedOn: third.version });
  expect(await reported()).toEqual(META);
});

test('a canonical address has to be one of the web that is encrypted', () => {
  const isRead = (canonical: string) => pageMeta.safeParse({ canonical }).success;
  expect(['', 'https://elsewhere.example/a'].every(isRead)).toBe(true);
  for (const address of [
    'http://elsewhere.example',
    '/tea',
    'https://',
    'javascript:alert(1)',
    'https://a b',
  ])
    expect(isRead(address)).toBe(false);
});

test('the folder of a post carries them, and that of a course refuses them', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const root = mkdtempSync(join(tmpdir(), 'lectern-meta-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = (slug: string, more: string) => {
    mkdirSync(join(root, slug), { recursive: true });
    const text = `title: Small\ndescription: Words.\nlevel: beginner\nsubscription_level: free\ncategories: [Tea]\n${more}`;
    writeFileSync(join(root, slug, 'course.yaml'), text);
    return join(root, slug);
  };
  const meta = 'meta:\n  title: Tea, explained\n  canonical: https://elsewhere.example/tea\n';
  await importCourse(services, as('admin'), folder('tea', `kind: post\n${meta}`));
  const stored = await db.kysely.selectFrom('courses').select('meta').where('slug', '=', 'tea').execute();
  expect(stored).toEqual([{ meta: META }]);
  const written = join(root, 'out');
  await exportCourse(services, as('admin'), { slug: 'tea', directory: written });
  expect(readFileSync(join(written, 'tea', 'course.yaml'), 'utf8')).toContain(meta);
  const drifted = await importCourse(services, as('admin'), folder('tea', 'kind: post\n'));
  expect(drifted).toMatchObject({ outcome: 'updated' });
  await expect(importCourse(services, as('admin'), folder('coffee', meta))).rejects.toThrow(FolderError);
});
