import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import { picturesOf } from '#domain/exams/question-pictures';
import { storeCover } from '#server/areas/media/store-cover';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { storedExam } from '../catalogue/stored-exam.ts';
import { exportCourse } from './export-course.ts';
import { importCourse } from './import-course.ts';

const COURSE = `title: A small course
description: Everything small.
level: beginner
subscription_level: free
categories: [Small]
tags: []
outcomes: []
`;
const lesson = (id: string, body: string) => `---\nid: ${id}\ntitle: ${id}\n---\n\n${body}\n`;
const EXAM = `id: final
title: Final
pass_mark: 0
intro: "See ![the map](images/map.png)."
questions:
  - id: q
    kind: single
    points: 1
    prompt: "What is ![it](images/dot.png)?"
    explanation: "It is in [the table](files/data.csv)."
    options:
      - { text: "![a](images/dot.png)", correct: true }
      - { text: "none", correct: false }
  - id: h
    kind: hotspot
    points: 1
    prompt: Where?
    explanation: There.
    picture: { src: images/map.png, alt: A map, width: 40, height: 30 }
    regions: [{ shape: rectangle, x: 0, y: 0, width: 10, height: 10 }]
    spots: []
`;

function scratch(): string {
  const parent = mkdtempSync(join(tmpdir(), 'lectern-files-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return parent;
}

function folder(files: Record<string, string | Uint8Array>): string {
  const directory = join(scratch(), 'small');
  for (const [name, content] of Object.entries({ 'course.yaml': COURSE, ...files })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  return directory;
}

const png = (width: number, height: number, background = 'teal') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Every file of a folder with what is in it. */
function filesIn(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(directory.length + 1), readFileSync(file).toString('base64')])
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  );
}

test('pictures and files beside lessons and exams come in, go out under their names, and come in unchanged', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const directory = folder({
    '01-a.lesson.md': lesson(
      'a',
      '![A *map*](images/map.png "t") [Data](files/data.csv) ![](<images/the dot.png>)',
    ),
    '02-final.exam.yaml': EXAM,
    'images/map.png': await png(40, 30),
    'images/dot.png': await png(4, 3),
    'images/the dot.png': await png(5, 3),
    'files/data.csv': 'a,b\n1,2\n',
  });
  const admin = as('admin');
  expect(await importCourse(services, admin, directory)).toEqual({ slug: 'small', outcome: 'created' });
  const rows = await db.kysely
    .selectFrom('course_content')
    .select(['content', 'content_html', 'exam'])
    .orderBy('sort_order')
    .execute();
  const plain = '/media/[0-9a-f-]{36}';
  expect(rows[0]?.content).toMatch(
    new RegExp(
      String.raw`^!\[A \*map\*\]\(${plain}\.png "t"\) \[Data\]\(${plain}\.csv\) !\[\]\(<${plain}\.png>\)$`,
    ),
  );
  expect(rows[0]?.content_html).toMatch(new RegExp(`<img src="${plain}\\.png" alt="A map"`));
  expect(JSON.stringify(rows[1])).not.toMatch(/images\/|files\//);
  expect((await importCourse(services, admin, directory)).outcome).toBe('unchanged');

  const out = scratch();
  await exportCourse(services, admin, { slug: 'small', directory: join(out, 'one') });
  const first = filesIn(join(out, 'one', 'small'));
  expect(Object.keys(first)).toEqual([
    '01-a.lesson.md',
    '02-final.exam.yaml',
    'course.yaml',
    'files/data.csv',
    'images/dot.png',
    'images/map.png',
    'images/the dot.png',
  ]);
  const text = readFileSync(join(out, 'one', 'small', '01-a.lesson.md'), 'utf8');
  expect(text).toContain('![A *map*](images/map.png "t") [Data](files/data.csv) ![](<images/the%20dot.png>)');
  expect(readFileSync(join(out, 'one', 'small', '02-final.exam.yaml'), 'utf8')).toContain(
    'src: images/map.png',
  );
  expect((await importCourse(services, admin, join(out, 'one', 'small'))).outcome).toBe('unchanged');
  await exportCourse(services, admin, { slug: 'small', directory: join(out, 'two') });
  expect(filesIn(join(out, 'two', 'small'))).toEqual(first);
});

test('a picture that changed in the folder updates its lesson', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const directory = folder({
    '01-a.lesson.md': lesson('a', '![A map](map.png)'),
    'map.png': await png(40, 30),
  });
  await importCourse(services, as('admin'), directory);
  writeFileSync(join(directory, 'map.png'), await png(40, 30, 'red'));
  expect((await importCourse(services, as('admin'), directory)).outcome).toBe('updated');
  expect((await importCourse(services, as('admin'), directory)).outcome).toBe('unchanged');
});

test('what is not there, leads out of the folder or is no such file is told by its line and left as it is', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const body = [
    '![](gone.png)',
    '![](../secret.png)',
    '![](%2e%2e/secret.png)',
    '![](linked.png)',
    '![](links/secret.png)',
    '![](images)',
    '![](page.html)',
    '![](broken.png)',
    '[keys](02-final.exam.yaml?x)',
  ].join('\n\n');
  const directory = folder({
    '01-a.lesson.md': lesson('a', body),
    'images/a.png': await png(1, 1),
    'page.html': '<script>',
    'broken.png': 'no picture',
    '../secret.png': await png(4, 4),
  });
  symlinkSync(join(directory, '..', 'secret.png'), join(directory, 'linked.png'));
  symlinkSync(join(directory, '..'), join(directory, 'links'));
  const { warnings = [] } = await importCourse(services, as('admin'), directory);
  expect(warnings.map((said) => said.replace('small/01-a.lesson.md: ', '').slice(0, 70))).toEqual([
    'line 6: the picture gone.png is not imported: not found',
    'line 8: the picture ../secret.png is not imported: it is not a file in',
    'line 10: the picture %2e%2e/secret.png is not imported: it is not a fi',
    'line 12: the picture linked.png is not imported: it must be a regular ',
    'line 14: the picture links/secret.png is not imported: it must be a re',
    'line 16: the picture images is not imported: it must be a regular file',
    "line 18: the picture page.html is not imported: This file type isn't s",
    "line 20: the picture broken.png is not imported: This file type isn't ",
    "line 22: the link to 02-final.exam.yaml?x doesn't lead to a section or",
  ]);
  expect(await db.kysely.selectFrom('media').select('id').execute()).toEqual([]);
});

test('a question that asks about a picture is not imported without it', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const directory = folder({ '01-final.exam.yaml': EXAM });
  await expect(importCourse(services, as('admin'), directory)).rejects.toThrow(
    'small/images/map.png: not found',
  );
});

test.for([
  ['png', 'IMG_1234.PNG'],
  ['png', 'Screenshot 2026-01-02 at 10.30.png'],
  ['png', 'Übersicht.png'],
  ['png', 'map (1).png'],
  ['png', `${'漢'.repeat(96)}.png`],
  ['svg', 'Karte Europa.svg'],
  ['svg', 'Plan.SVG'],
  ['svg', 'plan.svg'],
] as const)(
  'the picture of a question keeps the name that the library has: %s %s',
  async ([ending, name], { db }) => {
    const { as, services } = await openVerbs(db);
    const directory = folder({
      '01-final.exam.yaml': EXAM.replaceAll('images/map.png', `images/map.${ending}`),
      [`images/map.${ending}`]: ending === 'svg' ? DRAWING : await png(40, 30),
      'images/dot.png': await png(4, 3),
      'files/data.csv': 'a,b\n1,2\n',
    });
    await importCourse(services, as('admin'), directory);
    await db.kysely.updateTable('media').set({ name }).where('width', '=', 40).execute();
    const [one, two] = [scratch(), scratch()];
    await exportCourse(services, as('admin'), { slug: 'small', directory: one });
    const first = filesIn(join(one, 'small'));
    expect(await importCourse(services, as('admin'), join(one, 'small'))).toEqual({
      slug: 'small',
      outcome: 'unchanged',
    });
    await db.kysely.deleteFrom('courses').where('slug', '=', 'small').execute();
    await db.kysely.deleteFrom('media').execute();
    const again = await importCourse(services, as('admin'), join(one, 'small'));
    expect(again).toEqual({ slug: 'small', outcome: 'created' });
    await exportCourse(services, as('admin'), { slug: 'small', directory: two });
    expect(filesIn(join(two, 'small'))).toEqual(first);
  },
);

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path d="M0 0h4v4z"/></svg>';
const drawn = async () =>
  folder({
    '01-final.exam.yaml': EXAM.replace('src: images/map.png', 'src: map.svg'),
    'map.svg': DRAWING,
    'images/map.png': await png(40, 30),
    'images/dot.png': await png(4, 3),
    'files/data.csv': 'a,b\n1,2\n',
  });
const pictureIn = async (db: Db) => {
  const { exam } = await db.kysely.selectFrom('course_content').select('exam').executeTakeFirstOrThrow();
  return picturesOf(storedExam(exam))[0] ?? '';
};

test('the drawing of a question is no public file, and goes out under its name', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const directory = await drawn();
  await importCourse(services, as('admin'), directory);
  const address = await pictureIn(db);
  const row = await db.kysely
    .selectFrom('media')
    .select('kind')
    .where('id', '=', address.slice('/media/'.length, -'.svg'.length))
    .executeTakeFirstOrThrow();
  expect(row.kind).toBe('content');
  expect(await services.storage.get(address.slice('/media/'.length))).toBe(null);
  expect((await importCourse(services, as('admin'), directory)).outcome).toBe('unchanged');
  const out = scratch();
  await exportCourse(services, as('admin'), { slug: 'small', directory: out });
  expect(readFileSync(join(out, 'small', 'map.svg'), 'utf8')).toBe(DRAWING);
  expect((await importCourse(services, as('admin'), join(out, 'small'))).outcome).toBe('unchanged');
});

test('a course whose question shows a public drawing stays as it is until it is forced', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const directory = await drawn();
  await importCourse(services, as('admin'), directory);
  const closed = await pictureIn(db);
  const open = await db.transaction((trx) => storeCover(services, trx, Buffer.from(DRAWING), 'cover.svg'));
  await sql`update course_content set exam = replace(exam::text, ${closed}, ${open})::jsonb`.execute(
    db.kysely,
  );
  expect((await importCourse(services, as('admin'), directory)).outcome).toBe('unchanged');
  expect(await pictureIn(db)).toBe(open);
  const { outcome } = await importCourse(services, as('admin'), directory, { force: true });
  expect([outcome, await pictureIn(db)]).toEqual(['updated', closed]);
});

test('a drawing that was public and is closed stays where its question shows it', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const directory = await drawn();
  await importCourse(services, as('admin'), directory);
  const closed = await pictureIn(db);
  const old = await db.transaction((trx) => storeCover(services, trx, Buffer.from(DRAWING), 'cover.svg'));
  await sql`update course_content set exam = replace(exam::text, ${closed}, ${old})::jsonb`.execute(
    db.kysely,
  );
  const id = old.slice('/media/'.length, -'.svg'.length);
  // As the upgrade leaves it, beside another file with the same content.
  await sql`update media set kind = 'content', name = 'drawing.svg', ending = 'svg', source_sha256 = sha256,
    sha256 = sha256 || ' ' || id where id = ${id}`.execute(db.kysely);
  expect((await importCourse(services, as('admin'), directory)).outcome).toBe('unchanged');
  expect(await pictureIn(db)).toBe(old);
});
