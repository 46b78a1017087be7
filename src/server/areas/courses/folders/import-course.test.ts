import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Db } from '#server/db/client';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { getCourse } from '../catalogue/get-course.ts';
import { getSection } from '../catalogue/get-section.ts';
import { listCourses } from '../catalogue/list-courses.ts';
import { exportCourse } from './export-course.ts';
import { importContent } from './import-content.ts';
import { importCourse } from './import-course.ts';

const COURSE = `title: A small course
description: Everything small.
level: beginner
subscription_level: free
categories: [C++, "C#"]
tags: [small]
thumbnail: cover.svg
outcomes: [Think small]
`;
const LESSON = `---
id: first
title: "First: steps"
---

Hello **you**.
`;
const EXAM = `id: final
title: Final
pass_mark: 60
intro: |
  Good luck.
questions:
  - { id: q-one, kind: single, points: 1, prompt: "Which?", explanation: KEY-WHY, options: [{ text: a, correct: true }, { text: b }] }
  - { id: q-two, kind: text, points: 0.4127, prompt: "What?", explanation: KEY-WHY, answers: [KEY-FORM] }
`;
const COVER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z" fill="#123456"/></svg>\n';
const FILES = {
  'course.yaml': COURSE,
  '01-first.lesson.md': LESSON,
  '02-final.exam.yaml': EXAM,
  'cover.svg': COVER,
};

function folder(files: Record<string, string | Uint8Array> = FILES, name = 'small'): string {
  const parent = mkdtempSync(join(tmpdir(), 'lectern-course-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  mkdirSync(join(parent, name));
  for (const [file, content] of Object.entries(files)) writeFileSync(join(parent, name, file), content);
  return join(parent, name);
}

const load = (verbs: Verbs, directory: string) => importCourse(verbs.services, verbs.as('admin'), directory);

async function snapshot({ kysely }: Db): Promise<string> {
  const courses = await kysely.selectFrom('courses').selectAll().execute();
  const sections = await kysely.selectFrom('course_content').selectAll().orderBy('id').execute();
  return JSON.stringify([courses, sections, await kysely.selectFrom('audit_log').selectAll().execute()]);
}

test('a folder becomes a course, and the same folder again changes nothing', async ({ db }) => {
  const verbs = await openVerbs(db);
  const directory = folder();
  expect(await load(verbs, directory)).toEqual({ slug: 'small', outcome: 'created' });
  const before = await snapshot(db);
  expect(await load(verbs, directory)).toEqual({ slug: 'small', outcome: 'unchanged' });
  expect(await snapshot(db)).toBe(before);
  const course = await getCourse(verbs.services, verbs.as('visitor'), { slug: 'small' });
  expect(course).toMatchObject({
    title: 'A small course',
    categories: [
      { name: 'C++', slug: 'c' },
      { name: 'C#', slug: 'c-2' },
    ],
    sections: [
      { key: 'first', title: 'First: steps', sectionType: 'lesson' },
      { key: 'final', sectionType: 'exam' },
    ],
    thumbnail: expect.stringMatching(/^\/media\/[0-9a-f-]{36}\.svg$/),
  });
});

test('a changed file updates its section alone, which keeps its id', async ({ db }) => {
  const verbs = await openVerbs(db);
  const directory = folder();
  await load(verbs, directory);
  const rows = () =>
    db.kysely
      .selectFrom('course_content')
      .select(['id', 'key', 'content_html', 'updated_at'])
      .orderBy('sort_order')
      .execute();
  const [first, final] = await rows();
  writeFileSync(join(directory, '01-first.lesson.md'), LESSON.replace('**you**', 'world'));
  expect(await load(verbs, directory)).toMatchObject({ outcome: 'updated' });
  const [changed, same] = await rows();
  expect([changed?.id, changed?.content_html]).toEqual([first?.id, '<p>Hello world.</p>']);
  expect(same).toEqual(final);
});

test('sections are ordered by number, also behind the ninety-ninth', async ({ db }) => {
  const verbs = await openVerbs(db);
  const lesson = (id: string) => LESSON.replace('id: first', `id: ${id}`);
  const directory = folder({
    'course.yaml': COURSE.replace('thumbnail: cover.svg\n', ''),
    '100-z.lab.md': lesson('z'),
    '99-y.lesson.md': lesson('y'),
    '2-x.lesson.md': lesson('x'),
  });
  await load(verbs, directory);
  const course = await getCourse(verbs.services, verbs.as('visitor'), { slug: 'small' });
  expect(course).toMatchObject({
    thumbnail: '/covers/small.svg',
    sections: [{ key: 'x' }, { key: 'y' }, { key: 'z', sectionType: 'lab' }],
  });
});

test('the keys of an exam are in no reply, whoever asks', async ({ db }) => {
  const verbs = await openVerbs(db);
  await load(verbs, folder());
  for (const who of ['visitor', 'premium', 'admin'] as const) {
    const caller = verbs.as(who);
    const replies = [
      await getSection(verbs.services, caller, { slug: 'small', key: 'final' }),
      await getCourse(verbs.services, caller, { slug: 'small' }),
      await listCourses(verbs.services, caller, { q: 'small', page: 1 }),
    ];
    const text = JSON.stringify(replies);
    expect(text).toContain('Final');
    for (const key of ['Which?', 'KEY-', '0.4127', '"correct"']) expect(text).not.toContain(key);
  }
});

test.for([
  ['course.yaml', COURSE.replace('beginner', 'easy'), /small\/course\.yaml: line 3: level: /],
  ['course.yaml', COURSE.replace('description: Everything small.\n', ''), /line 1: description: is missing/],
  ['course.yaml', 'title: [', /small\/course\.yaml: line 1: /],
  ['course.yaml', COURSE.replace('cover.svg', '../cover.svg'), /line 7: thumbnail: /],
  ['course.yaml', COURSE.replace('cover.svg', 'javascript:alert(1)'), /line 7: thumbnail: /],
  ['course.yaml', COURSE.replace('cover.svg', 'absent.svg'), /small\/absent\.svg: is missing/],
  ['01-first.lesson.md', 'no front matter', /small\/01-first\.lesson\.md: line 1: must start/],
  [
    '01-first.lesson.md',
    LESSON.replace('id: first', 'id: First Steps'),
    /01-first\.lesson\.md: line 2: id: /,
  ],
  ['01-first.lesson.md', LESSON.replace('id: first', 'id: final'), /the id final is used twice/],
  ['01-first.lesson.md', Buffer.from([0xff, 0xfe, 0x41]), /01-first\.lesson\.md: is not UTF-8 text/],
  ['01-first.lesson.md', `${LESSON}\0`, /01-first\.lesson\.md: is not UTF-8 text/],
  ['01-first.lesson.md', LESSON + 'x'.repeat(1_100_000), /01-first\.lesson\.md: is larger than 1 MB/],
  ['01-frist.leson.md', LESSON, /01-frist\.leson\.md must be named like/],
  [
    '02-final.exam.yaml',
    EXAM.replace(', correct: true', ''),
    /02-final\.exam\.yaml: line 7: questions\.0\.options: /,
  ],
  ['02-final.exam.yaml', EXAM.replace('q-two', 'q-one'), /questions: every question must have a unique id/],
  ['02-final.exam.yaml', EXAM.replace('pass_mark: 60', 'pass_mark: 101'), /line 3: pass_mark: /],
  ['02-final.exam.yaml', EXAM.replace('answers:', 'answer:'), /line 8: questions\.1/],
  [
    '02-final.exam.yaml',
    EXAM.replace('answers:', 'lesson: frist, answers:'),
    /02-final\.exam\.yaml: questions\.1\.lesson: this course has no lesson frist/,
  ],
  [
    'cover.svg',
    COVER.replace('<path', '<script>alert(1)</script><path'),
    /small\/cover\.svg: must be a plain SVG/,
  ],
] as const)(
  'a fault in %s is told with its place, and nothing is imported',
  async ([file, content, fault], { db }) => {
    const verbs = await openVerbs(db);
    await expect(load(verbs, folder({ ...FILES, [file]: content }))).rejects.toThrow(fault);
    expect(await db.kysely.selectFrom('courses').selectAll().execute()).toEqual([]);
  },
);

test('every fault of a folder is told at once', async ({ db }) => {
  const verbs = await openVerbs(db);
  const directory = folder({
    'course.yaml': COURSE.replace('beginner', 'easy').replace('free', 'gold'),
    '01-first.lesson.md': 'x',
  });
  await expect(load(verbs, directory)).rejects.toThrow(/level[\s\S]*subscription_level[\s\S]*01-first/);
});

test('links out of the folder are refused', async ({ db }) => {
  const verbs = await openVerbs(db);
  const directory = folder({ 'course.yaml': COURSE, 'cover.svg': COVER });
  symlinkSync('/etc/passwd', join(directory, '01-first.lesson.md'));
  await expect(load(verbs, directory)).rejects.toThrow(/must be a regular file, not a link/);
});

test('an import that another save overtook is refused', async ({ db }) => {
  const verbs = await openVerbs(db);
  const directory = folder();
  await load(verbs, directory);
  writeFileSync(join(directory, '01-first.lesson.md'), LESSON.replace('Hello', 'Bye'));
  const { kysely } = db;
  const late = {
    ...verbs.services,
    db: {
      ...db,
      transaction: async (work: Parameters<Db['transaction']>[0]) => {
        await kysely.updateTable('courses').set({ version: 9 }).execute();
        return db.transaction(work);
      },
    } as Db,
  };
  expect(await failureOf(importCourse(late, verbs.as('admin'), directory))).toBe('VERSION_CONFLICT');
});

test('what somebody wrote under the same address meanwhile is not overwritten', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { kysely } = db;
  let isWritten = false;
  const late = {
    ...verbs.services,
    db: {
      ...db,
      transaction: async (work: Parameters<Db['transaction']>[0]) => {
        if (!isWritten) {
          isWritten = true;
          const look = { thumbnail: '/x.svg', level: 'beginner', subscription_level: 'free' } as const;
          await kysely
            .insertInto('courses')
            .values({ kind: 'post', title: 'Mine', slug: 'small', description: 'Mine', ...look })
            .execute();
        }
        return db.transaction(work);
      },
    } as Db,
  };
  const directory = folder({ 'course.yaml': COURSE.replace('thumbnail: cover.svg\n', '') });
  expect(await failureOf(importCourse(late, verbs.as('admin'), directory))).toBe('VERSION_CONFLICT');
  expect(await kysely.selectFrom('courses').select(['kind', 'title']).execute()).toEqual([
    { kind: 'post', title: 'Mine' },
  ]);
});

test('a course that was written here and comes back as it is counts as imported', async ({ db }) => {
  const verbs = await openVerbs(db);
  await makeCourse(verbs, { content: [{ title: 'First', content: 'Hello.' }] });
  const parent = join(folder({}), '..');
  const directory = join(parent, 'sql');
  await exportCourse(verbs.services, verbs.as('admin'), { slug: 'sql', directory: parent });
  expect(await load(verbs, directory)).toMatchObject({ outcome: 'unchanged' });
  const stored = await snapshot(db);
  expect(await load(verbs, directory)).toMatchObject({ outcome: 'unchanged' });
  expect(await snapshot(db)).toBe(stored);
  const lesson = join(directory, '01-first.lesson.md');
  writeFileSync(lesson, readFileSync(lesson, 'utf8').replace('Hello.', 'Hello again.'));
  expect(await load(verbs, directory)).toMatchObject({ outcome: 'updated' });
});

test('what was edited here is named and left alone, until the import is forced', async ({ db }) => {
  const verbs = await openVerbs(db);
  const directory = folder();
  await load(verbs, directory);
  const sections = () =>
    db.kysely
      .selectFrom('course_content')
      .select(['key', 'title', 'content'])
      .orderBy('sort_order')
      .execute();
  const imported = await sections();
  await db.kysely
    .updateTable('courses')
    .set({ title: 'Edited here', tags: ['other'], version: 2 })
    .execute();
  await db.kysely.updateTable('course_content').set({ title: 'Mine' }).where('key', '=', 'first').execute();
  const drift = ['title', 'tags', 'section first: title'];
  const before = await snapshot(db);
  expect(await load(verbs, directory)).toEqual({ slug: 'small', outcome: 'drifted', drift });
  // A folder that changed as well does not overwrite it either.
  writeFileSync(join(directory, '01-first.lesson.md'), LESSON.replace('**you**', 'world'));
  expect(await load(verbs, directory)).toMatchObject({
    outcome: 'drifted',
    drift: ['title', 'tags', 'section first: title, text'],
  });
  expect(await snapshot(db)).toBe(before);

  const force = () => importCourse(verbs.services, verbs.as('admin'), directory, { force: true });
  expect(await force()).toEqual({ slug: 'small', outcome: 'updated' });
  expect(await sections()).toEqual([{ ...imported[0], content: 'Hello world.' }, imported[1]]);
  expect(await force()).toEqual({ slug: 'small', outcome: 'unchanged' });
  expect(await load(verbs, directory)).toEqual({ slug: 'small', outcome: 'unchanged' });
  // Nothing was edited since: a changed file counts again.
  writeFileSync(join(directory, '01-first.lesson.md'), LESSON);
  expect(await load(verbs, directory)).toEqual({ slug: 'small', outcome: 'updated' });
});

test('a course that was made here is not overwritten by a folder of its name', async ({ db }) => {
  const verbs = await openVerbs(db);
  const directory = folder();
  await load(verbs, directory);
  // As if it had been written in the browser under the same address.
  await db.kysely
    .updateTable('courses')
    .set({ title: 'Mine', import_hash: null, import_version: null })
    .execute();
  const before = await snapshot(db);
  expect(await load(verbs, directory)).toEqual({ slug: 'small', outcome: 'drifted', drift: ['title'] });
  expect(await snapshot(db)).toBe(before);
});

test('a section that only one side has is named', async ({ db }) => {
  const verbs = await openVerbs(db);
  const directory = folder();
  await load(verbs, directory);
  await db.kysely.updateTable('course_content').set({ key: 'other' }).where('key', '=', 'first').execute();
  expect((await load(verbs, directory)).drift).toEqual([
    'section first: only in the folder',
    'section other: only in the course',
  ]);
});

test('only administrators import', async ({ db }) => {
  const verbs = await openVerbs(db);
  expect(await failureOf(importCourse(verbs.services, verbs.as('premium'), folder()))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
});

test('a folder of folders is imported, each once', async ({ db }) => {
  const verbs = await openVerbs(db);
  const one = folder();
  const parent = join(one, '..');
  mkdirSync(join(parent, 'other'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(parent, 'other', name), text);
  const run = () => importContent(verbs.services, verbs.as('admin'), parent);
  expect((await run()).map(({ outcome, slug }) => `${slug} ${outcome}`)).toEqual([
    'other created',
    'small created',
  ]);
  expect((await run()).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
  const words = await db.kysely
    .selectFrom('search_words')
    .select('ndoc')
    .where('word', '=', 'everything')
    .executeTakeFirst();
  expect(words?.ndoc).toBe(2);
  writeFileSync(join(parent, 'other', 'course.yaml'), 'title: x');
  writeFileSync(join(parent, 'small', 'course.yaml'), COURSE.replace('A small', 'Another'));
  await expect(run()).rejects.toThrow(/other\/course\.yaml/);
  const titles = await db.kysely.selectFrom('courses').select('title').distinct().execute();
  expect(titles).toEqual([{ title: 'A small course' }]);
  await expect(importContent(verbs.services, verbs.as('admin'), join(tmpdir(), 'absent'))).rejects.toThrow(
    /no course\.yaml found/,
  );
});

test('the sample courses of the product are without fault', async ({ db }) => {
  const verbs = await openVerbs(db);
  const content = join(import.meta.dirname, '../../../../../content');
  // The labs that run are proven with the browser beside them (tests/integration/sample-labs.test.ts).
  const options = { proof: async () => [] };
  const reports = await importContent(verbs.services, verbs.as('admin'), content, options);
  const inFolder = (folder: string) =>
    readdirSync(join(content, folder))
      .filter((name) => existsSync(join(content, folder, name, 'course.yaml')))
      .sort();
  expect(reports.map(({ slug }) => slug)).toEqual([...inFolder('.'), ...inFolder('posts')]);
  expect(reports.every(({ outcome }) => outcome === 'created')).toBe(true);
  expect(reports.flatMap(({ warnings = [] }) => warnings)).toEqual([]);
}, 60_000);
