import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createPost } from '#server/areas/posts/create-post';
import { formOf, makeCategory, makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { importFolders, rehearseImport } from './import-folders.ts';

const course = (more = '') =>
  `title: A course\ndescription: About it.\nlevel: beginner\nsubscription_level: free\ncategories: [Tea]\ntags: []\noutcomes: []\n${more}`;
const lesson = (text: string) => `---\nid: first\ntitle: First\n---\n\n${text}\n`;
const asking = (src: string) =>
  `  - { id: h, kind: hotspot, points: 1, prompt: Where?, explanation: "", picture: { src: ${src}, alt: Map, width: 40, height: 30 }, regions: [{ shape: rectangle, x: 0, y: 0, width: 10, height: 10 }], spots: [] }\n`;
const exam = (src: string) => `id: final\ntitle: Final\npass_mark: 0\nintro: Hi\nquestions:\n${asking(src)}`;
const VIDEO = Buffer.concat([Buffer.from('....ftypisom'), Buffer.alloc(40)]);
const GOOD = {
  'banks/sums.bank.yaml': 'title: Sums\nquestions: []\n',
  'a/course.yaml': course(),
  'a/01-first.lesson.md': lesson('One'),
};

function folder(files: Record<string, string | Buffer>): string {
  const parent = mkdtempSync(join(tmpdir(), 'lectern-import-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(parent, path)), { recursive: true });
    writeFileSync(join(parent, path), content);
  }
  return parent;
}

test.for<[string, Record<string, string | Buffer>, RegExp]>([
  ['field', { 'b/course.yaml': course().replace('beginner', 'wizard') }, /b\/course\.yaml: line 3: level/],
  [
    'prerequisite',
    { 'b/course.yaml': course('prerequisite: none\n') },
    /prerequisite: course none not found/,
  ],
  [
    'circle',
    { 'b/course.yaml': course('prerequisite: c\n'), 'c/course.yaml': course('prerequisite: b\n') },
    /c\/course\.yaml: prerequisite: /,
  ],
  [
    'circle through a course that is there',
    { 'b/course.yaml': course('prerequisite: d\n'), 'd/course.yaml': course('prerequisite: needs-b\n') },
    / b\/course\.yaml: prerequisite: .*requires this course/,
  ],
  [
    'prerequisite that is a post',
    { 'c/course.yaml': course('prerequisite: post\n') },
    /c\/course\.yaml: prerequisite: course post not found/,
  ],
  [
    'prerequisite that arrives as a post',
    { 'c/course.yaml': course('prerequisite: news\n'), 'posts/news/course.yaml': course('kind: post\n') },
    /c\/course\.yaml: prerequisite: course news not found/,
  ],
  [
    'slug of two folders',
    { 'c/course.yaml': course(), 'posts/c/course.yaml': course('kind: post\n') },
    / c: .* uses this slug/,
  ],
  [
    'cover',
    { 'b/course.yaml': course('thumbnail: cover.png\n'), 'b/cover.png': 'no picture' },
    /b\/cover\.png: /,
  ],
  ['slug', { 'b/course.yaml': course('kind: post\n') }, / b: .* uses this slug/],
  [
    'picture of a question',
    { 'b/course.yaml': course(), 'b/01-x.exam.yaml': exam('map.png'), 'b/map.png': 'no picture' },
    /b\/map\.png: /,
  ],
  [
    'video',
    {
      'b/course.yaml': course(),
      'b/01-first.lesson.md': lesson('![](talk.mp4)'),
      'b/talk.mp4': VIDEO,
      'b/talk.mp4.yaml': 'poster: none.png\n',
    },
    /b\/talk\.mp4\.yaml: not found/,
  ],
  [
    'poster',
    {
      'b/course.yaml': course(),
      'b/01-first.lesson.md': lesson('![](talk.mp4)'),
      'b/talk.mp4': VIDEO,
      'b/talk.mp4.yaml': 'poster: talk.png\n',
      'b/talk.png': 'no picture',
    },
    /b\/talk\.mp4\.yaml: This file type/,
  ],
  [
    'picture in a bank',
    { 'banks/z.bank.yaml': `title: Z\nquestions:\n${asking('gone.png')}` },
    /z\.bank\.yaml\/gone\.png: not found/,
  ],
])('with a fault in one %s, nothing of the whole folder is stored', async ([, files, fault], { db }) => {
  const verbs = await openVerbs(db);
  const { id } = await makeCourse(verbs, { slug: 'b', title: 'Mine' });
  await makeCourse(verbs, { slug: 'needs-b', prerequisiteId: id });
  const categories = [await makeCategory(verbs)];
  await createPost(verbs.services, verbs.as('admin'), formOf({ slug: 'post', categories }));
  const media = await db.kysely.selectFrom('media').selectAll().execute();
  const run = importFolders(verbs.services, verbs.as('admin'), folder({ ...GOOD, ...files }));
  await expect(run).rejects.toMatchObject({ name: 'FolderError', message: expect.stringMatching(fault) });
  expect(await db.kysely.selectFrom('question_banks').select('slug').execute()).toEqual([]);
  const slugs = await db.kysely.selectFrom('courses').select('slug').orderBy('slug').execute();
  expect(slugs.map(({ slug }) => slug)).toEqual(['b', 'needs-b', 'post']);
  expect(await db.kysely.selectFrom('media').selectAll().execute()).toEqual(media);
});

test('faults of banks and of courses are named at once', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const files = { 'banks/sums.bank.yaml': 'titel: Sums\n', 'a/course.yaml': 'titel: A\n' };
  const run = importFolders(services, as('admin'), folder(files));
  await expect(run).rejects.toThrow(/sums\.bank\.yaml[\s\S]*a\/course\.yaml/);
});

test('what must come first can change sides, also through a course that is there', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const before = {
    'a/course.yaml': course(),
    'stays/course.yaml': course('prerequisite: z\n'),
    'z/course.yaml': course('prerequisite: a\n'),
  };
  await importFolders(services, as('admin'), folder(before));
  const after = folder({ 'a/course.yaml': course('prerequisite: stays\n'), 'z/course.yaml': course() });
  const expected = { courses: ['z', 'a'].map((slug) => ({ slug, outcome: 'updated' })) };
  expect(await rehearseImport(services, as('admin'), after)).toMatchObject(expected);
  expect(await importFolders(services, as('admin'), after)).toMatchObject(expected);
});
