import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import type { SectionForm } from '#contract/courses/course-form';
import { CONTENT_TYPES, LEVELS } from '#domain/courses/vocabulary';
import { SECTION_ORDERS } from '#domain/learning/section-lock';
import { TIERS } from '#domain/tiers';
import { uploadMedia } from '#server/areas/media/upload-media';
import { makeCategory, makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { readTree } from '#tests/kit/lab-folder';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { loadEditCourse } from '../editing/load-edit-course.ts';
import { selectSections } from '../sql.ts';
import { exportCourse } from './export-course.ts';
import { importCourse } from './import-course.ts';

const RUNS = process.env.PROVE ? 300 : 10;

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lectern-export-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Exports, deletes, imports: the folder and the course as they were and as they came back. */
async function thereAndBack(verbs: Verbs, id: string, slug: string) {
  const { services } = verbs;
  const admin = verbs.as('admin');
  const [one, two] = [temporary(), temporary()];
  const read = async (course: string) => {
    const {
      id: _,
      version: __,
      updatedAt: ___,
      content,
      ...rest
    } = (await loadEditCourse(services.db.kysely, course)) ?? {
      id,
      version: 0,
      updatedAt: '',
      content: [],
    };
    const rows = await selectSections(services.db.kysely, course);
    return {
      ...rest,
      content: content.map(({ id: ____, ...section }) => section),
      rows: rows.map(({ id: ____, ...row }) => row),
    };
  };
  const before = await read(id);
  await exportCourse(services, admin, { slug, directory: one });
  await services.db.kysely.deleteFrom('courses').where('slug', '=', slug).execute();
  await importCourse(services, admin, join(one, slug));
  const again = await services.db.kysely
    .selectFrom('courses')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  const after = await read(again.id);
  await exportCourse(services, admin, { slug, directory: two });
  return {
    before,
    after,
    files: readTree(join(one, slug)),
    filesAgain: readTree(join(two, slug)),
  };
}

const line = (maxLength: number) =>
  fc
    .string({ unit: fc.constantFrom(...'aB1 é日"\'#:-[]{}|>&*!%@`\\,?~'), minLength: 1, maxLength })
    .map((text) => text.trim())
    .filter((text) => text !== '');
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab \n\t-#:`*|>"\'{}\\'), maxLength: 200 }),
  fc.constantFrom(
    '---\nid: x\n---\n',
    '\r\ntext\r\n',
    '    code\n\n\nend   \n',
    '- a\n- b',
    'null',
    'true',
    '12',
    '\n---\n',
  ),
);
const sectionOf: fc.Arbitrary<Partial<SectionForm> & { title: string }> = fc.record({
  title: line(60),
  content: text,
  type: fc.constantFrom(...CONTENT_TYPES),
  sectionType: fc.constantFrom('lesson', 'lab', 'exam'),
  videoUrl: fc.constantFrom('', 'https://youtu.be/dQw4w9WgXcQ', '/media/a b.mp4'.replace(' ', '-')),
  captionsUrl: fc.constantFrom('', '/media/a.vtt'),
  minutes: fc.nat(6000),
  required: fc.boolean(),
  opensAt: fc.constantFrom(null, '2030-01-02T03:04:00.000Z'),
  opensAfterDays: fc.constantFrom(null, 1, 3650),
});
const courseOf = fc.record({
  title: line(100),
  description: text.map((given) => given.trim()).filter((given) => given !== ''),
  level: fc.constantFrom(...LEVELS),
  subscriptionLevel: fc.constantFrom(...TIERS),
  tags: fc.uniqueArray(line(20), { maxLength: 4 }),
  outcomes: fc.array(line(60), { maxLength: 4 }),
  sectionOrder: fc.constantFrom(...SECTION_ORDERS),
  thumbnail: fc.constantFrom('/covers/sql.svg', 'https://pictures.test/a.png'),
  content: fc.array(sectionOf, { maxLength: 12 }),
});

test('an exported course comes back as it was, and its second export is the same byte for byte', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const categories = [await makeCategory(verbs, 'C++: "best"'), await makeCategory(verbs, 'yes')];
  await fc.assert(
    fc.asyncProperty(courseOf, async (form) => {
      await db.kysely.deleteFrom('courses').execute();
      const { id } = await makeCourse(verbs, { ...form, categories });
      const { after, before, files, filesAgain } = await thereAndBack(verbs, id, 'sql');
      expect(filesAgain).toEqual(files);
      const withoutExam = ({ exam: _, ...row }: (typeof before.rows)[number]) => row;
      expect({ ...after, rows: after.rows.map(withoutExam) }).toEqual({
        ...before,
        rows: before.rows.map(withoutExam),
      });
    }),
    { numRuns: RUNS },
  );
}, 300_000);

test.for(['sql-from-scratch', 'git-beyond-the-basics'])(
  'the sample course %s comes back with its exam, its cover and its keys',
  { timeout: 60_000 },
  async (slug, { db }) => {
    const verbs = await openVerbs(db);
    const source = join(import.meta.dirname, '../../../../../content', slug);
    await importCourse(verbs.services, verbs.as('admin'), source);
    const { id } = await db.kysely.selectFrom('courses').select('id').executeTakeFirstOrThrow();
    const { after, before, files, filesAgain } = await thereAndBack(verbs, id, slug);
    expect(after).toEqual(before);
    expect(filesAgain).toEqual(files);
    expect(files['cover.svg']).toBe(readFileSync(join(source, 'cover.svg'), 'utf8'));
    expect(after.rows.some(({ exam }) => exam !== null)).toBe(true);
  },
);

test('only administrators export, only what is there, and nothing is written over', async ({ db }) => {
  const verbs = await openVerbs(db);
  await makeCourse(verbs);
  const directory = temporary();
  const run = (who: 'admin' | 'premium', slug: string) =>
    exportCourse(verbs.services, verbs.as(who), { slug, directory });
  expect(await failureOf(run('premium', 'sql'))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await failureOf(run('admin', 'absent'))).toBe('COURSE_NOT_FOUND');
  expect([...((await run('admin', 'sql')) as Map<string, unknown>).keys()]).toEqual(['course.yaml']);
  await expect(run('admin', 'sql')).rejects.toThrow(/already exists/);
});

test('an article goes out as a folder and comes back as an article', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const content = join(import.meta.dirname, '../../../../../content/posts');
  const slug = 'commit-messages-are-documentation';
  await importCourse(services, as('admin'), join(content, slug));
  const [one, two] = [temporary(), temporary()];
  await exportCourse(services, as('admin'), { slug, directory: one });
  await services.db.kysely.deleteFrom('courses').where('slug', '=', slug).execute();
  await importCourse(services, as('admin'), join(one, slug));
  await exportCourse(services, as('admin'), { slug, directory: two });
  expect(readTree(join(two, slug))).toEqual(readTree(join(one, slug)));
  expect(readTree(join(one, slug))['course.yaml']).toMatch(/^kind: post\n/);
  const row = await db.kysely
    .selectFrom('courses')
    .select('kind')
    .where('slug', '=', slug)
    .executeTakeFirst();
  expect(row?.kind).toBe('post');
});

test('the rules of an author go out with the folder and come back', async ({ db }) => {
  const verbs = await openVerbs(db);
  await makeCourse(verbs, { slug: 'first' });
  const { rows } = await db.pool.query("select id from courses where slug = 'first'");
  const { id, slug } = await makeCourse(verbs, {
    slug: 'second',
    sectionOrder: 'in-order',
    prerequisiteId: rows[0].id,
    content: [
      { title: 'Extra', chapter: 'Before you begin', required: false, sample: true },
      { title: 'Later', chapter: 'The work: part 1', opensAt: '2030-01-02T03:04:00.000Z', opensAfterDays: 7 },
    ],
  });
  const { after, before, files, filesAgain } = await thereAndBack(verbs, id, slug);
  expect(after).toEqual(before);
  expect(filesAgain).toEqual(files);
  expect(files['course.yaml']).toContain('section_order: in-order\nprerequisite: first\n');
  expect(files['01-extra.lesson.md']).toContain('required: false\nsample: true\n');
  expect(files['01-extra.lesson.md']).toContain('title: Extra\nchapter: Before you begin\n');
  expect(files['02-later.lesson.md']).toContain('chapter: "The work: part 1"\n');
  expect(files['02-later.lesson.md']).toContain('opens_at: 2030-01-02T03:04:00.000Z\nopens_after_days: 7\n');
});

test('an uploaded cover and picture go into the folder, and come back where neither is known', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  const upload = async (name: string, use: 'cover' | 'text', width: number) => {
    const bytes = await sharp({ create: { width, height: 20, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    return uploadMedia(verbs.services, admin, {
      alt: '',
      use,
      file: new File([new Uint8Array(bytes)], name),
    });
  };
  const cover = await upload('front.png', 'cover', 700);
  const picture = await upload('river.png', 'text', 30);
  const content = `Look:\n\n![A river](${picture.address})`;
  await makeCourse(verbs, {
    slug: 'rivers',
    thumbnail: cover.address,
    content: [{ title: 'One', content, type: 'text', sectionType: 'lesson' }],
  });
  const directory = temporary();
  const files = await exportCourse(verbs.services, admin, { slug: 'rivers', directory });
  expect([...files.keys()]).toEqual(expect.arrayContaining(['cover.webp', 'river.png']));
  await db.pool.query('delete from courses');
  await db.pool.query('delete from course_versions');
  await db.pool.query('delete from media');
  await importCourse(verbs.services, admin, join(directory, 'rivers'));
  const { rows } = await db.pool.query(
    'select c.thumbnail, s.content from courses c join course_content s on s.course_id = c.id',
  );
  expect(rows[0].thumbnail).toMatch(/^\/media\/[0-9a-f-]{36}\.webp$/);
  expect(rows[0].content).toMatch(/!\[A river\]\(\/media\/[0-9a-f-]{36}\.png\)/);
  expect(await verbs.services.storage.get(rows[0].thumbnail.replace('/media/', ''))).not.toBe(null);
  // The second time nothing differs.
  expect(await importCourse(verbs.services, admin, join(directory, 'rivers'))).toMatchObject({
    outcome: 'unchanged',
  });
});

test('a large video with its captions goes into the folder, and comes back byte for byte', async ({ db }) => {
  const verbs = await openVerbs(db);
  const admin = verbs.as('admin');
  await makeCourse(verbs, {
    slug: 'films',
    content: [{ title: 'One', content: 'Watch.', type: 'text', sectionType: 'lesson' }],
  });
  const directory = temporary();
  await exportCourse(verbs.services, admin, { slug: 'films', directory });
  const folder = join(directory, 'films');
  const lesson = join(folder, '01-one.lesson.md');
  const video = Buffer.concat([Buffer.from('0000001866747970', 'hex'), randomBytes(9 * 1024 * 1024)]);
  writeFileSync(join(folder, 'big film.mp4'), video);
  writeFileSync(join(folder, 'words.vtt'), 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n');
  const named = 'type: video\nvideo_url: big%20film.mp4\ncaptions_url: words.vtt\n';
  const written = readFileSync(lesson, 'utf8').replace('type: text\n', named);
  writeFileSync(lesson, `${written}\n![Once more](big%20film.mp4)\n`);
  const forced = await importCourse(verbs.services, admin, folder, { force: true });
  expect(forced).toMatchObject({ outcome: 'updated' });
  expect(await importCourse(verbs.services, admin, folder)).toMatchObject({ outcome: 'unchanged' });
  const { rows } = await db.pool.query('select video_url, captions_url, content_html from course_content');
  expect(rows[0].video_url).toMatch(/^\/media\/[0-9a-f-]{36}\.mp4$/);
  expect(rows[0].captions_url).toMatch(/\.vtt$/);
  expect(rows[0].content_html).toContain(`<video src="${rows[0].video_url}"`);
  const again = temporary();
  await exportCourse(verbs.services, admin, { slug: 'films', directory: again });
  for (const file of ['big film.mp4', 'words.vtt', '01-one.lesson.md'])
    expect(readFileSync(join(again, 'films', file)).equals(readFileSync(join(folder, file))), file).toBe(
      true,
    );
  writeFileSync(join(folder, 'big film.mp4'), Buffer.alloc(9 * 1024 * 1024));
  const { warnings } = await importCourse(verbs.services, admin, folder);
  expect(warnings?.join('\n')).toContain("isn't a valid .mp4 file");
});

test('a cover that is no picture, or leads out of the folder, is a fault of the folder', async ({ db }) => {
  const verbs = await openVerbs(db);
  await makeCourse(verbs, { slug: 'plain' });
  const directory = temporary();
  await exportCourse(verbs.services, verbs.as('admin'), { slug: 'plain', directory });
  const folder = join(directory, 'plain');
  const course = readFileSync(join(folder, 'course.yaml'), 'utf8');
  await verbs.services.db.pool.query('delete from courses');
  writeFileSync(join(folder, 'course.yaml'), course.replace(/^thumbnail: .*$/m, 'thumbnail: cover.png'));
  const failure = () =>
    importCourse(verbs.services, verbs.as('admin'), folder).catch((error: Error) => error.message);
  expect(await failure()).toContain('cover.png: not found');
  symlinkSync('/etc/hostname', join(folder, 'cover.png'));
  expect(await failure()).toContain('cover.png: it must be a regular file');
  rmSync(join(folder, 'cover.png'));
  writeFileSync(join(folder, 'cover.png'), '<script>');
  expect(await failure()).toContain('cover.png: ');
});
