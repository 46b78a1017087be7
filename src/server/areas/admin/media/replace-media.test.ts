import { expect } from 'vitest';
import { listMedia } from '#server/areas/media/list-media';
import { removeMedia } from '#server/areas/media/remove-media';
import { restoreMedia } from '#server/areas/media/restore-media';
import { uploadMedia } from '#server/areas/media/upload-media';
import { savePage } from '#server/areas/site/save-page';
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
