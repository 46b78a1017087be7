import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import { exportCourse } from '#server/areas/courses/folders/export-course';
import { importCourse } from '#server/areas/courses/folders/import-course';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { listBanks } from '../list-banks.ts';
import { addQuestion } from '../questions/add-question.ts';
import { getQuestion } from '../questions/get-question.ts';
import { listQuestions } from '../questions/list-questions.ts';
import { removeQuestion } from '../questions/remove-question.ts';
import { saveQuestion } from '../questions/save-question.ts';
import { exportBank } from './export-bank.ts';
import { exportDrawnBanks } from './export-drawn-banks.ts';
import { importBanks } from './import-banks.ts';

const BANK = `title: Sums
description: Easy ones
questions:
  - id: q-sum
    tags:
      - sums
      - easy
    kind: number
    points: 1
    prompt: What is {a} + {b}?
    explanation: ""
    answer: a + b
    parameters:
      - { name: a, from: 2, to: 9 }
      - { name: b, from: 2, to: 9 }
  - id: q-word
    kind: text
    case_sensitive: true
    points: 2
    prompt: What is *it*?
    explanation: So
    answers: [this, that]
`;
const COURSE = `title: Sums
description: Add
level: beginner
subscription_level: free
categories: [Numbers]
tags: []
outcomes: []
`;
const EXAM = `id: final
title: Final
pass_mark: 50
intro: Begin.
draws:
  - id: draw-1
    bank: sums
    tags: [sums]
    count: 1
questions: []
`;

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'banks-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('a bank is imported once, and the second export is the first byte for byte', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const admin = as('admin');
  const [from, first, second] = [await folder(), await folder(), await folder()];
  await mkdir(join(from, 'banks'));
  await writeFile(join(from, 'banks', 'sums.bank.yaml'), BANK);
  expect(await importBanks(services, admin, from)).toEqual([{ slug: 'sums', outcome: 'created' }]);
  expect(await importBanks(services, admin, from)).toEqual([{ slug: 'sums', outcome: 'unchanged' }]);
  await exportBank(services, admin, { slug: 'sums', directory: first });
  expect(await importBanks(services, admin, first)).toEqual([{ slug: 'sums', outcome: 'unchanged' }]);
  await exportBank(services, admin, { slug: 'sums', directory: second });
  const read = (directory: string) => readFile(join(directory, 'sums.bank.yaml'), 'utf8');
  expect(await read(second)).toBe(await read(first));
  expect(await read(first)).toContain('case_sensitive: true');
  await expect(exportBank(services, admin, { slug: 'sums', directory: first })).rejects.toThrow(
    'already exists',
  );
});

test('a changed question becomes its next version, and one that is gone from the file goes', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const admin = as('admin');
  const from = await folder();
  const write = (text: string) => writeFile(join(from, 'sums.bank.yaml'), text);
  await write(BANK);
  await importBanks(services, admin, from);
  const { items: banks } = await listBanks(services, admin, { q: '', page: 1 });
  const list = () => listQuestions(services, admin, { id: banks[0]?.id ?? '', q: '', page: 1 });
  const [before] = (await list()).items;
  await write(BANK.slice(0, BANK.indexOf('  - id: q-word')).replace('What is', 'How much is'));
  expect(await importBanks(services, admin, from)).toEqual([{ slug: 'sums', outcome: 'updated' }]);
  const { items } = await list();
  expect(items).toMatchObject([{ id: before?.id, key: 'q-sum', version: 2 }]);
  const { versions } = await getQuestion(services, admin, { id: before?.id ?? '' });
  expect(versions).toMatchObject([{ version: 1, question: { prompt: 'What is {a} + {b}?' } }]);
});

test('what was edited here is named and left alone, until the import is forced', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const admin = as('admin');
  const from = await folder();
  await writeFile(join(from, 'sums.bank.yaml'), BANK);
  const run = (force = false) => importBanks(services, admin, from, { force });
  await run();
  const { items: banks } = await listBanks(services, admin, { q: '', page: 1 });
  const id = banks[0]?.id ?? '';
  const list = async () => (await listQuestions(services, admin, { id, q: '', page: 1 })).items;
  const [first, second] = await list();
  const { question, version } = await getQuestion(services, admin, { id: first?.id ?? '' });
  const edited = { id: first?.id ?? '', version, tags: [], question: { ...question, prompt: 'Mine {a}{b}' } };
  await saveQuestion(services, admin, edited);
  const added = { ...question, id: 'q-own', prompt: 'Own {a}{b}' };
  await addQuestion(services, admin, { id, tags: [], question: added });
  await removeQuestion(services, admin, { id: second?.id ?? '' });
  const before = await list();
  const drift = [
    'question q-sum: differs',
    ...(second ? [`question ${second.key}: only in the file`] : []),
    expect.stringMatching(/^question .+: only in the bank$/),
  ];
  expect(await run()).toEqual([{ slug: 'sums', outcome: 'drifted', drift }]);
  expect(await list()).toEqual(before);
  expect(await run(true)).toEqual([{ slug: 'sums', outcome: 'updated' }]);
  expect((await list()).map(({ key }) => key)).toEqual(['q-sum', second?.key]);
  expect(await run()).toEqual([{ slug: 'sums', outcome: 'unchanged' }]);
});

test('every fault of a file is named with its line, and nothing is stored', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const from = await folder();
  await writeFile(join(from, 'good.bank.yaml'), BANK);
  await writeFile(
    join(from, 'sums.bank.yaml'),
    BANK.replace('a + b', 'a + c').replace('points: 2', 'points: 0'),
  );
  const failed = await importBanks(services, as('admin'), from).catch((error: Error) => error.message);
  expect(failed).toMatch(/sums\.bank\.yaml: line \d+: questions\.0.*uses an unknown name "c"/);
  expect(failed).toMatch(/sums\.bank\.yaml: line \d+: questions\.1.*more than 0/);
  expect((await listBanks(services, as('admin'), { q: '', page: 1 })).total).toBe(0);
  expect(await failureOf(importBanks(services, as('premium'), from))).toBe('ADMINISTRATOR_REQUIRED');
});

test('a course that draws takes its banks along, and comes back the same', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const admin = as('admin');
  const [from, first, second] = [await folder(), await folder(), await folder()];
  const course = join(from, 'sums-course');
  await mkdir(course);
  const files = { 'course.yaml': COURSE, '01-final.exam.yaml': EXAM, 'sums.bank.yaml': BANK };
  for (const [name, text] of Object.entries(files)) await writeFile(join(course, name), text);
  const take = async (directory: string) => [
    ...(await importBanks(services, admin, directory)),
    await importCourse(services, admin, join(directory, 'sums-course')),
  ];
  const give = async (directory: string) => {
    const files = await exportCourse(services, admin, { slug: 'sums-course', directory });
    await exportDrawnBanks(services, admin, {
      slug: 'sums-course',
      files,
      directory: join(directory, 'sums-course'),
    });
    const names = await readdir(join(directory, 'sums-course'));
    const texts = names.map((name) => readFile(join(directory, 'sums-course', name), 'utf8'));
    return Object.fromEntries((await Promise.all(texts)).map((text, at) => [names[at], text]));
  };
  await take(from);
  const written = await give(first);
  expect(Object.keys(written).sort()).toEqual(['01-final.exam.yaml', 'course.yaml', 'sums.bank.yaml']);
  expect(written['01-final.exam.yaml']).toContain('bank: sums');
  await take(first);
  expect(await give(second)).toEqual(written);
  expect((await take(second)).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
});

const PICTURED = `title: Maps
questions:
  - id: q-look
    kind: single
    points: 1
    prompt: "What is ![it](img/map.png)? See [the table](scores.csv) and ![none](gone.png)."
    explanation: ""
    options:
      - { text: "![a](img/map.png)", correct: true }
      - { text: "![b](lost.png) <kbd>b</kbd>", correct: false }
  - id: q-point
    kind: hotspot
    points: 1
    prompt: Where?
    explanation: ""
    picture: { src: plan.svg, alt: A plan, width: 40, height: 30 }
    regions: [{ shape: rectangle, x: 0, y: 0, width: 10, height: 10 }]
    spots: []
`;
const PLAN = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path d="M0 0h4v4z"/></svg>';

/** Every file of a folder with what is in it. */
async function filesIn(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = paths
    .sort()
    .map(async (path) => [path.slice(directory.length + 1), await readFile(path, 'base64')]);
  return Object.fromEntries(await Promise.all(read));
}

test('pictures and files beside a bank are kept as closed as lessons, and go out with it', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const admin = as('admin');
  const [from, first, second] = [await folder(), await folder(), await folder()];
  await mkdir(join(from, 'img'));
  await writeFile(join(from, 'maps.bank.yaml'), PICTURED);
  await writeFile(join(from, 'scores.csv'), 'a,b\n');
  const map = sharp({ create: { width: 4, height: 3, channels: 3, background: 'teal' } });
  await writeFile(join(from, 'img', 'map.png'), await map.png().toBuffer());
  await expect(importBanks(services, admin, from)).rejects.toThrow('maps.bank.yaml/plan.svg: not found');
  await writeFile(join(from, 'plan.svg'), PLAN);
  const warnings = [
    'maps.bank.yaml: question q-look: prompt: the picture gone.png is not imported: not found',
    'maps.bank.yaml: question q-look: answers: the picture lost.png is not imported: not found',
    'maps.bank.yaml: question q-look: answers: the HTML <kbd> was removed',
    'maps.bank.yaml: question q-look: answers: the HTML <kbd> was removed',
  ];
  expect(await importBanks(services, admin, from)).toEqual([{ slug: 'maps', outcome: 'created', warnings }]);
  expect(await importBanks(services, admin, from)).toMatchObject([{ outcome: 'unchanged' }]);
  const media = await db.kysely.selectFrom('media').select(['kind', 'ending']).orderBy('ending').execute();
  expect(media).toEqual(['csv', 'png', 'svg'].map((ending) => ({ kind: 'content', ending })));
  await exportBank(services, admin, { slug: 'maps', directory: first });
  const written = await filesIn(first);
  expect(Object.keys(written)).toEqual([
    'maps-files/img/map.png',
    'maps-files/plan.svg',
    'maps-files/scores.csv',
    'maps.bank.yaml',
  ]);
  expect(await readFile(join(first, 'maps-files', 'plan.svg'), 'utf8')).toBe(PLAN);
  const text = await readFile(join(first, 'maps.bank.yaml'), 'utf8');
  expect(text).toContain('![it](maps-files/img/map.png)? See [the table](maps-files/scores.csv)');
  expect(text).toContain('src: maps-files/plan.svg');
  expect(await importBanks(services, admin, first)).toMatchObject([{ outcome: 'unchanged' }]);
  await db.kysely.deleteFrom('question_banks').execute();
  await db.kysely.deleteFrom('media').execute();
  expect(await importBanks(services, admin, first)).toMatchObject([{ outcome: 'created' }]);
  await exportBank(services, admin, { slug: 'maps', directory: second });
  expect(await filesIn(second)).toEqual(written);
});

test.for(['Karte Europa.svg', 'IMG_1234.SVG', 'Übersicht (1).svg'])(
  'the picture of a question keeps the name %s, and the bank comes back',
  async (name, { db }) => {
    const { as, services } = await openVerbs(db);
    const [from, first] = [await folder(), await folder()];
    await writeFile(join(from, 'maps.bank.yaml'), PICTURED);
    await writeFile(join(from, 'plan.svg'), PLAN);
    await importBanks(services, as('admin'), from);
    await db.kysely.updateTable('media').set({ name }).execute();
    await exportBank(services, as('admin'), { slug: 'maps', directory: first });
    expect(await importBanks(services, as('admin'), first)).toMatchObject([{ outcome: 'unchanged' }]);
    await db.kysely.deleteFrom('question_banks').execute();
    await db.kysely.deleteFrom('media').execute();
    expect(await importBanks(services, as('admin'), first)).toMatchObject([{ outcome: 'created' }]);
  },
);

test('a bank that was written here and comes back as it is counts as imported', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const [from, first] = [await folder(), await folder()];
  await writeFile(join(from, 'sums.bank.yaml'), BANK);
  await importBanks(services, as('admin'), from);
  await db.kysely.updateTable('question_banks').set({ import_state: null }).execute();
  await exportBank(services, as('admin'), { slug: 'sums', directory: first });
  expect(await importBanks(services, as('admin'), first)).toMatchObject([{ outcome: 'unchanged' }]);
  const file = join(first, 'sums.bank.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replace('What is {a}', 'How much is {a}'));
  expect(await importBanks(services, as('admin'), first)).toMatchObject([{ outcome: 'updated' }]);
});

const CODE_BANK = `title: Code
description: ""
questions:
  - id: q-double
    kind: code
    points: 2
    prompt: Double it.
    explanation: ""
    code:
      runner: javascript
      seconds: 2
      files: [{ path: main.js, text: "export const double = (n) => n;" }]
      given: []
      solution: [{ path: main.js, text: "export const double = (n) => 2 * n;" }]
      checks:
        - { id: one, name: Doubles 1, module: main, call: double, args: [1], equals: 2 }
`;

test('code in a bank is proven before it is stored, and only if it changed', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-code-bank-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const proven: string[] = [];
  const load = async (text: string, faults?: readonly string[]) => {
    await writeFile(join(folder, 'code.bank.yaml'), text);
    const proof = faults && {
      proof: async ({ solution }: { solution: Readonly<Record<string, string>> }) => {
        proven.push(solution['main.js'] ?? '');
        return faults.map((said) => ({ file: '', line: null, said }));
      },
    };
    return importBanks(services, as('admin'), folder, proof);
  };
  await expect(load(CODE_BANK, ['solution: fails check one'])).rejects.toMatchObject({
    faults: ['code.bank.yaml: question q-double: solution: fails check one'],
  });
  expect((await listBanks(services, as('admin'), { page: 1, q: '' })).items).toEqual([]);
  expect(await load(CODE_BANK, [])).toMatchObject([{ outcome: 'created' }]);
  expect(await load(CODE_BANK, [])).toMatchObject([{ outcome: 'unchanged' }]);
  expect(proven).toHaveLength(2);
  expect(await load(CODE_BANK.replace('2 * n', 'n + n'))).toMatchObject([
    {
      outcome: 'updated',
      warnings: ['code.bank.yaml: question q-double: imported without running its solution'],
    },
  ]);
});
