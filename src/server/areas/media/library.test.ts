import sharp from 'sharp';
import { expect } from 'vitest';
import { getCourse } from '#server/areas/courses/catalogue/get-course';
import { removeFiles } from '#server/areas/exams/attempts/remove-files';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { listMedia } from './list-media.ts';
import { removeMedia } from './remove-media.ts';
import { restoreMedia } from './restore-media.ts';
import { sweepMedia } from './sweep-media.ts';
import { updateMedia } from './update-media.ts';
import { uploadMedia } from './upload-media.ts';

const DAY = 24 * 3600;
const ALL = { q: '', tag: '', type: 'all' } as const;

async function upload(
  verbs: Verbs,
  name: string,
  { use = 'text' as 'text' | 'cover', width = 30, alt = '' } = {},
) {
  const bytes = await sharp({ create: { width, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  verbs.wait(1);
  return uploadMedia(verbs.services, verbs.as('admin'), {
    alt,
    use,
    file: new File([new Uint8Array(bytes)], name),
  });
}
const list = async (verbs: Verbs, filter: object = {}) =>
  (await listMedia(verbs.services, verbs.as('admin'), { ...ALL, ...filter })).items;
const names = async (verbs: Verbs, filter: object = {}) =>
  (await list(verbs, filter)).map(({ name }) => name);
async function keys({ services }: Verbs): Promise<string[]> {
  const found: string[] = [];
  for await (const key of services.storage.list()) found.push(key);
  return found;
}

test('the library finds files by name, words and kind, and says where each is used', async ({ db }) => {
  const verbs = await openVerbs(db);
  const river = await upload(verbs, 'river.png', { alt: 'The Elbe at night' });
  const cover = await upload(verbs, 'cover.jpg', { use: 'cover', width: 31 });
  const old = await upload(verbs, 'old.png', { width: 32 });
  await upload(verbs, 'unused.png', { width: 33 });
  const section = {
    title: 'Rivers',
    content: `![](${river.address}) ![](${river.address})`,
    type: 'text',
    sectionType: 'lesson',
  } as const;
  const rivers = await makeCourse(verbs, { slug: 'rivers', content: [section] });
  const shown = await makeCourse(verbs, { slug: 'shown', thumbnail: cover.address });
  await db.kysely
    .insertInto('site_settings')
    .values({ name: 'seo', value: JSON.stringify({ image: old.address }) })
    .execute();
  expect(await names(verbs)).toEqual(['unused.png', 'old.png', 'cover.webp', 'river.png']);
  expect(await names(verbs, { q: 'elbe' })).toEqual(['river.png']);
  expect(await names(verbs, { q: '%' })).toEqual([]);
  expect(await names(verbs, { type: 'covers' })).toHaveLength(1);
  expect(await names(verbs, { type: 'files' })).toEqual([]);
  expect(await names(verbs, { type: 'unused' })).toEqual(['unused.png']);
  const uses = Object.fromEntries((await list(verbs)).map((file) => [file.id, file]));
  expect(uses[river.id]).toMatchObject({
    uses: [{ kind: 'course', id: rivers.id }],
    deletesAt: null,
    uploadedBy: expect.any(String),
  });
  expect(uses[cover.id]?.uses).toMatchObject([{ kind: 'course', id: shown.id }]);
  expect(uses[old.id]?.uses).toEqual([{ kind: 'setting', id: 'seo', title: 'seo' }]);
  const first = await listMedia(verbs.services, verbs.as('admin'), ALL);
  expect([first.next, first.bytes > 0, first.maxBytes]).toEqual([null, true, 20 * 1024 ** 3]);
});

test('what nothing uses is deleted and restored; what is used anywhere is not deleted', async ({ db }) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  const file = await upload(verbs, 'a.png');
  const remove = () => failureOf(removeMedia(verbs.services, admin, file));
  const { id } = await makeCourse(verbs, { description: `Its plan: ${file.address}` });
  expect(await remove()).toBe('MEDIA_IN_USE');
  await db.pool.query("update courses set description = '' where id = $1", [id]);
  // An earlier version of the course shows it still.
  expect(await remove()).toBe('MEDIA_IN_USE');
  await db.pool.query('delete from course_versions');
  expect(await remove()).toEqual({ id: file.id });
  expect(await names(verbs)).toEqual([]);
  expect(await remove()).toBe('MEDIA_NOT_FOUND');
  expect(await failureOf(updateMedia(verbs.services, admin, { id: file.id, alt: 'x' }))).toBe(
    'MEDIA_NOT_FOUND',
  );
  expect(await restoreMedia(verbs.services, admin, file)).toMatchObject({ id: file.id });
  expect(await updateMedia(verbs.services, admin, { id: file.id, alt: 'A square' })).toMatchObject({
    alt: 'A square',
  });
  // The same picture again is not a deleted one.
  await remove();
  expect(await upload(verbs, 'a.png')).toMatchObject({ id: file.id });
  const { rows } = await db.pool.query(
    "select action from audit_log where entity = 'media' and entity_id = $1 order by id",
    [file.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(
    ['upload', 'remove', 'restore', 'update', 'remove', 'upload'].map((action) => `media.${action}`),
  );
});

test('a deleted file that is uploaded again needs room like a new one', async ({ db }) => {
  const verbs = await openVerbs(db);
  const file = await upload(verbs, 'a.png');
  await removeMedia(verbs.services, verbs.as('admin'), file);
  const full = {
    ...verbs,
    services: { ...verbs.services, config: { ...verbs.services.config, mediaBytes: 1 } },
  };
  expect(await failureOf(upload(full, 'a.png'))).toBe('MEDIA_FULL');
  expect(await names(verbs)).toEqual([]);
  await upload(verbs, 'a.png');
  // What is there already takes no more room.
  expect(await upload(full, 'a.png')).toMatchObject({ id: file.id });
});

test('an upload that nothing uses is kept for thirty days, then goes with its smaller copies', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  await upload(verbs, 'wide.png', { width: 1000 });
  await upload(verbs, 'cover.png', { use: 'cover', width: 1000 });
  const used = await upload(verbs, 'used.png', { width: 34 });
  await db.kysely
    .insertInto('site_settings')
    .values({ name: 'seo', value: JSON.stringify({ image: used.address }) })
    .execute();
  const all = await keys(verbs);
  expect(all.length).toBeGreaterThan(4);
  verbs.wait(29 * DAY);
  expect(await sweepMedia(verbs.services)).toBe(0);
  verbs.wait(2 * DAY);
  expect(await sweepMedia(verbs.services)).toBe(2);
  await removeFiles(verbs.services);
  expect(await keys(verbs)).toEqual([used.address.replace('/media/', 'content-')]);
  expect(await names(verbs)).toEqual(['used.png']);
  const { rows } = await db.pool.query("select actor_kind from audit_log where action = 'media.forget'");
  expect(rows).toEqual([{ actor_kind: 'system' }, { actor_kind: 'system' }]);
});

test('tags and types find files; what is said of a file changes one by one', async ({ db }) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  const river = await upload(verbs, 'river.png');
  const cover = await upload(verbs, 'cover.png', { use: 'cover', width: 31 });
  const sound = await uploadMedia(verbs.services, admin, {
    alt: '',
    use: 'file',
    file: new File(['ID3 of a song'], 'song.mp3'),
  });
  await updateMedia(verbs.services, admin, { id: river.id, tags: ['water', 'term 1'] });
  await updateMedia(verbs.services, admin, { id: sound.id, tags: ['term 1'] });
  expect(await names(verbs, { tag: 'term 1' })).toEqual(['song.mp3', 'river.png']);
  expect(await names(verbs, { tag: 'term 1', type: 'pictures' })).toEqual(['river.png']);
  expect(await names(verbs, { q: 'Water' })).toEqual(['river.png']);
  expect(await names(verbs, { type: 'audio' })).toEqual(['song.mp3']);
  expect(await names(verbs, { type: 'files' })).toEqual([]);
  const { tags } = await listMedia(verbs.services, admin, ALL);
  expect(tags).toEqual(['term 1', 'water']);
  expect(await updateMedia(verbs.services, admin, { id: river.id, alt: 'The Elbe' })).toMatchObject({
    alt: 'The Elbe',
    tags: ['water', 'term 1'],
    focus: null,
  });
  await makeCourse(verbs, { slug: 'rivers', thumbnail: cover.address });
  const shown = async () => (await getCourse(verbs.services, admin, { slug: 'rivers' })).thumbnail;
  expect(await shown()).toBe(cover.address);
  await updateMedia(verbs.services, admin, { id: cover.id, focus: { x: 10, y: 90 } });
  expect(await shown()).toBe(`${cover.address}#10,90`);
  await updateMedia(verbs.services, admin, { id: cover.id, focus: null });
  expect(await shown()).toBe(cover.address);
});

test('an upload that fails leaves the file alone that the same picture made before, also in the trash', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const admin = verbs.as('admin');
  const packed = async (compressionLevel: number) => {
    const plain = sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } });
    return new File([new Uint8Array(await plain.png({ compressionLevel }).toBuffer())], 'a.png');
  };
  const { id } = await uploadMedia(services, admin, { alt: '', use: 'text', file: await packed(9) });
  await removeMedia(services, admin, { id });
  const before = await keys(verbs);
  expect(before).toHaveLength(1);
  // The database refuses this sign, here in the audit log: after the bytes were stored.
  const again = uploadMedia(
    services,
    { ...admin, requestId: '\0' },
    { alt: '', use: 'text', file: await packed(0) },
  );
  await expect(again).rejects.toThrow();
  expect(await keys(verbs)).toEqual(before);
  expect(await restoreMedia(services, admin, { id })).toMatchObject({ id });
});
