import sharp from 'sharp';
import { expect } from 'vitest';
import { authorForm } from '#contract/courses/authors';
import { getProfile } from '#server/areas/authors/get-profile';
import { saveProfile } from '#server/areas/authors/save-profile';
import { listMedia } from '#server/areas/media/list-media';
import { removeMedia } from '#server/areas/media/remove-media';
import { restoreMedia } from '#server/areas/media/restore-media';
import { uploadMedia } from '#server/areas/media/upload-media';
import { savePage } from '#server/areas/site/save-page';
import { openSchool } from '#tests/attack/kit/school';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { replaceMedia } from './replace-media.ts';

async function upload(verbs: Verbs, name: string, use: 'text' | 'cover' | 'file' = 'text') {
  verbs.wait(1);
  const body = name.endsWith('.svg')
    ? `<svg xmlns="http://www.w3.org/2000/svg"><title>${name}</title></svg>`
    : `text of ${name}`;
  return uploadMedia(verbs.services, verbs.as('admin'), { alt: '', use, file: new File([body], name) });
}

const QUESTION = {
  id: 'river',
  kind: 'true-false',
  prompt: '',
  explanation: '',
  points: 1,
  answer: true,
};

async function bankQuestion({ services }: Verbs, prompt: string): Promise<string> {
  const { rows } = await services.db.pool.query<{ id: string }>(
    `with bank as (insert into question_banks (slug, title) values ('rivers', 'Rivers') returning id)
     insert into bank_questions (bank_id, key, kind, question, words) select id, 'river', 'true-false', $1, '' from bank returning id`,
    [JSON.stringify({ ...QUESTION, prompt })],
  );
  return rows[0]?.id ?? '';
}

test('a file takes the place of another one everywhere at once; earlier versions keep the old one', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const admin = verbs.as('admin');
  const old = await upload(verbs, 'old.svg');
  const next = await upload(verbs, 'new.svg');
  const words = `![A plan](${old.address})`;
  const course = await makeCourse(verbs, {
    description: `Its plan: ${old.address}`,
    content: [{ title: 'Rivers', content: words, type: 'text', sectionType: 'lesson' }],
  });
  const question = await bankQuestion(verbs, words);
  await savePage(services, admin, {
    name: 'terms',
    version: 0,
    content: { kind: 'markdown', markdown: words },
  });
  await db.kysely
    .insertInto('site_settings')
    .values({ name: 'seo', value: JSON.stringify({ image: old.address }) })
    .execute();
  await db.pool.query(
    `insert into media (kind, mime, bytes, sha256, name, ending, source_sha256, video) values
     ('content', 'video/mp4', 5, 'v', 'a.mp4', 'mp4', 'v', $1)`,
    [JSON.stringify({ width: 4, height: 3, seconds: 1, poster: old.address })],
  );
  const replaced = await replaceMedia(services, admin, { id: old.id, by: next.id });
  expect(replaced).toMatchObject({ id: next.id, deletesAt: null });
  expect(replaced.uses.map(({ kind }) => kind).sort()).toEqual([
    'bank',
    'course',
    'page',
    'setting',
    'video',
  ]);
  const count = async (table: string, text: string) => {
    const { rows } = await db.pool.query<{ count: number }>(
      `select count(*)::int as count from ${table} t where t::text like '%' || $1 || '%'`,
      [text],
    );
    return rows[0]?.count;
  };
  for (const table of [
    'courses',
    'course_content',
    'bank_questions',
    'page_content',
    'site_settings',
    'media',
  ])
    expect([table, await count(table, old.address), await count(table, next.address)]).toEqual([table, 0, 1]);
  // Each is saved as its next version, and what it was before is kept.
  for (const table of ['course_versions', 'bank_question_versions', 'page_revisions'])
    expect([table, await count(table, old.address)]).toEqual([table, 1]);
  const { rows } = await db.pool.query(
    `select action, entity_id from audit_log where after::text like '%' || $1 || '%' or entity_id = $2 order by id desc limit 5`,
    [next.address, old.id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'media.replace',
    'setting.save',
    'page.update',
    'bank.save-question',
    'course.update',
  ]);
  expect(rows.map(({ entity_id: id }) => id)).toEqual([old.id, 'seo', 'terms', question, course.id]);
  const { items } = await listMedia(services, admin, { q: '', tag: '', type: 'pictures' });
  expect(items.map(({ id }) => id)).toEqual([next.id]);
  // It waits in the trash of the library, and can be put back the same way.
  await restoreMedia(services, admin, { id: old.id });
  const back = await replaceMedia(services, admin, { id: next.id, by: old.id });
  expect(back.uses).toHaveLength(5);
});

test('only a file of the same kind takes its place, and never itself', async ({ db }) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  const picture = await upload(verbs, 'a.svg');
  const cover = await upload(verbs, 'cover.svg', 'cover');
  const text = await upload(verbs, 'a.txt', 'file');
  const replace = (id: string, by: string) => failureOf(replaceMedia(verbs.services, admin, { id, by }));
  expect(await replace(picture.id, text.id)).toBe('MEDIA_KIND_DIFFERS');
  // Visitors see covers: a picture of a lesson never becomes one.
  expect(await replace(cover.id, picture.id)).toBe('MEDIA_KIND_DIFFERS');
  expect(await replace(text.id, text.id)).toBe('BAD_INPUT');
  const other = await upload(verbs, 'b.txt', 'file');
  await removeMedia(verbs.services, admin, { id: other.id });
  expect(await replace(text.id, other.id)).toBe('MEDIA_NOT_FOUND');
  expect(
    await failureOf(replaceMedia(verbs.services, verbs.as('premium'), { id: text.id, by: picture.id })),
  ).toBe('ADMINISTRATOR_REQUIRED');
});

test('a cover takes the place of another one in the profiles of authors, as their next version', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const admin = verbs.as('admin');
  const old = await upload(verbs, 'old.svg', 'cover');
  const next = await upload(verbs, 'new.svg', 'cover');
  const basic = verbs.as('basic').viewer;
  const id = basic.kind === 'member' ? basic.userId : '';
  const form = authorForm.parse({ slug: 'emmy', picture: old.address });
  const before = await saveProfile(services, admin, { ...form, id, version: 0 });
  verbs.wait(60);
  const { uses } = await replaceMedia(services, admin, { id: old.id, by: next.id });
  expect(uses).toEqual([{ kind: 'author', id, title: before.name }]);
  expect(await getProfile(services, admin, { id })).toEqual({ ...before, picture: next.address, version: 2 });
  const { rows } = await db.pool.query(
    "select entity_id, before, after from audit_log where action = 'author.update' order by id desc limit 1",
  );
  const shown = { slug: 'emmy', bio: '', website: '', social: '' };
  expect(rows).toEqual([
    { entity_id: id, before: { ...shown, picture: old.address }, after: { ...shown, picture: next.address } },
  ]);
  expect(await failureOf(saveProfile(services, admin, { ...form, bio: 'B', id, version: 1 }))).toBe(
    'VERSION_CONFLICT',
  );
});

test('the questions and contact details of the school are pages that use a file', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const admin = verbs.as('admin');
  const old = await upload(verbs, 'old.svg');
  const next = await upload(verbs, 'new.svg');
  const items = [{ id: 'a', question: 'Where?', answer: `![](${old.address})`, pricing: false }];
  await savePage(services, admin, { name: 'faq', version: 0, content: { kind: 'faq', items } });
  const { uses } = await replaceMedia(services, admin, { id: old.id, by: next.id });
  expect(uses).toEqual([{ kind: 'page', id: 'faq', title: 'faq' }]);
});

test('a drawing can take the place of the picture that a video shows before it plays', async ({ db }) => {
  const school = await openSchool(db);
  const send = async (name: string, body: BlobPart, type: string) => {
    const form = new FormData();
    form.append('file', new Blob([body], { type }), name);
    const reply = await school.ask('admin', 'POST', '/api/admin/media', { rawBody: form });
    expect(reply.status).toBe(201);
    return reply.json();
  };
  const pixels = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const poster = await send('poster.png', new Uint8Array(pixels), 'image/png');
  const drawing = await send(
    'drawing.svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><title>A plan</title></svg>',
    'image/svg+xml',
  );
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into media (kind, mime, bytes, sha256, name, ending, source_sha256, video)
     values ('content', 'video/mp4', 5, 'v', 'a.mp4', 'mp4', 'v', $1) returning id`,
    [JSON.stringify({ width: 4, height: 3, seconds: 1, poster: poster.address })],
  );
  const [video] = rows;
  const replaced = await school.ask('admin', 'POST', `/api/admin/media/${poster.id}/replace`, {
    body: { by: drawing.id },
  });
  expect(replaced.status).toBe(200);
  const listed = await school.ask('admin', 'GET', '/api/admin/media');
  expect(listed.status).toBe(200);
  const { items } = await listed.json();
  expect(items.find(({ id }: { id: string }) => id === video?.id).video.poster).toBe(drawing.address);
  const saved = await school.ask('admin', 'PATCH', `/api/admin/media/${video?.id}`, {
    body: { poster: drawing.address },
  });
  expect(saved.status).toBe(200);
});
