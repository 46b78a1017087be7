import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';
import type { FolderImport } from '#contract/courses/folders';
import { appendUpload } from '#server/areas/media/uploads/append-upload';
import { openUpload } from '#server/areas/media/uploads/open-upload';
import type { Db } from '#server/db/client';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { unzip } from '#tests/kit/unzip';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { updateCourse } from '../courses/editing/update-course.ts';
import { exportAll } from './exporting/export-all.ts';
import { exportFolder } from './exporting/export-folder.ts';
import { checkFolders } from './importing/check-folders.ts';
import { discardImport } from './importing/discard-import.ts';
import { getImport } from './importing/get-import.ts';
import { startImport } from './importing/start-import.ts';
import { startNextImport } from './importing/start-next-import.ts';

const COURSE = (title: string, more = '') =>
  `title: ${title}\ndescription: About it.\nlevel: beginner\nsubscription_level: free\ncategories: [Tea]\ntags: []\noutcomes: []\n${more}`;
const LESSON = (text: string) => `---\nid: first\ntitle: First\n---\n\n${text}\n`;
const BANK = 'title: Sums\ndescription: ""\nquestions: []\n';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function open(db: Db): Promise<Verbs> {
  const verbs = await openVerbs(db);
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-folders-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return { ...verbs, services: { ...verbs.services, config: { ...verbs.services.config, dataDir } } };
}

async function pack(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

async function upload({ as, services }: Verbs, bytes: Buffer, name = 'courses.zip'): Promise<string> {
  const id = await openUpload(services, as('admin'), { name, bytes: bytes.length });
  await appendUpload(services, as('admin'), { id, offset: 0, bytes });
  return id;
}

/** The import when nothing works on it any more. */
async function settled({ as, services }: Verbs): Promise<FolderImport> {
  for (;;) {
    await startNextImport(services);
    const { import: now } = await getImport(services, as('admin'));
    if (now && now.state !== 'checking' && now.state !== 'importing') return now;
    await sleep(20);
  }
}

async function check(verbs: Verbs, bytes: Buffer, name?: string): Promise<FolderImport> {
  await checkFolders(verbs.services, verbs.as('admin'), { upload: await upload(verbs, bytes, name) });
  return settled(verbs);
}

async function take(verbs: Verbs, id: string, force = false): Promise<FolderImport> {
  await startImport(verbs.services, verbs.as('admin'), { id, force });
  return settled(verbs);
}

async function rowsOf({ kysely }: Db) {
  const count = async (table: 'courses' | 'course_content' | 'media' | 'question_banks' | 'audit_log') =>
    Number((await kysely.selectFrom(table).select(kysely.fn.countAll().as('n')).executeTakeFirstOrThrow()).n);
  return Promise.all([
    count('courses'),
    count('course_content'),
    count('media'),
    count('question_banks'),
    count('audit_log'),
  ]);
}

const ZIP = {
  'school/tea/course.yaml': COURSE('Tea', 'colour: green\n'),
  'school/tea/01-first.lesson.md': LESSON('Hello ![leaf](leaf.png)'),
  'school/tea/leaf.png': PICTURE,
  // Needs what comes in the same file, behind it.
  'school/advanced-tea/course.yaml': COURSE('Advanced Tea', 'prerequisite: tea\n'),
  'school/advanced-tea/01-first.lesson.md': LESSON('More'),
  'school/banks/sums.bank.yaml': BANK,
};

test('a check says what an import would do and keeps nothing; the import does it', async ({ ownDb: db }) => {
  const verbs = await open(db);
  const before = await rowsOf(db);
  const checked = await check(verbs, await pack(ZIP));
  expect(checked).toMatchObject({ state: 'checked', name: 'courses.zip', faults: [] });
  expect(checked.items.map(({ kind, outcome, slug }) => [kind, slug, outcome])).toEqual([
    ['bank', 'sums', 'created'],
    ['course', 'tea', 'created'],
    ['course', 'advanced-tea', 'created'],
  ]);
  expect(checked.items[1]?.warnings).toEqual(['tea/course.yaml: line 8: unknown key colour was ignored']);
  expect(await rowsOf(db)).toEqual(before);
  const imported = await take(verbs, checked.id);
  expect(imported).toMatchObject({ state: 'imported', items: checked.items });
  const [courses, sections, media, banks] = await rowsOf(db);
  expect([courses, sections, media, banks]).toEqual([
    (before[0] ?? 0) + 2,
    (before[1] ?? 0) + 2,
    (before[2] ?? 0) + 1,
    (before[3] ?? 0) + 1,
  ]);
  const left = await db.pool.query(
    `select k.slug as needs, (select count(*)::int from media_uploads) as uploads from courses c join courses k on k.id = c.prerequisite_id
      where c.slug = 'advanced-tea'`,
  );
  expect(left.rows).toEqual([{ needs: 'tea', uploads: 0 }]);
  expect(readdirSync(join(verbs.services.config.dataDir, 'importing'))).toEqual([]);
});

test('what was edited here is left alone, and replaced only when that is asked for', async ({
  ownDb: db,
}) => {
  const verbs = await open(db);
  const files = { 'tea/course.yaml': COURSE('Tea'), 'tea/01-first.lesson.md': LESSON('One') };
  await take(verbs, (await check(verbs, await pack(files))).id);
  const changed = await check(verbs, await pack({ ...files, 'tea/01-first.lesson.md': LESSON('Two') }));
  expect(changed.items).toMatchObject([{ outcome: 'updated', changes: ['section first: text'] }]);
  const { id } = await db.kysely
    .selectFrom('courses')
    .select('id')
    .where('slug', '=', 'tea')
    .executeTakeFirstOrThrow();
  const { loadEditCourse } = await import('../courses/editing/load-edit-course.ts');
  const course = await loadEditCourse(db.kysely, id);
  if (!course) throw new Error('it was imported');
  await updateCourse(verbs.services, verbs.as('admin'), { ...course, title: 'Mine' });
  const drifted = await check(verbs, await pack({ ...files, 'tea/01-first.lesson.md': LESSON('Two') }));
  expect(drifted.items).toMatchObject([
    { slug: 'tea', outcome: 'drifted', changes: ['title', 'section first: text'] },
  ]);
  expect((await take(verbs, drifted.id)).items).toMatchObject([{ outcome: 'drifted' }]);
  expect((await loadEditCourse(db.kysely, id))?.title).toBe('Mine');
  const again = await check(verbs, await pack({ ...files, 'tea/01-first.lesson.md': LESSON('Two') }));
  expect((await take(verbs, again.id, true)).items).toMatchObject([{ outcome: 'updated' }]);
  expect((await loadEditCourse(db.kysely, id))?.title).toBe('Tea');
});

test('faults are listed with their file and line, and nothing is imported', async ({ ownDb: db }) => {
  const verbs = await open(db);
  const before = await rowsOf(db);
  const failed = await check(
    verbs,
    await pack({ 'tea/course.yaml': COURSE('Tea').replace('beginner', 'wizard'), 'tea/notes.md': 'Hi' }),
  );
  expect(failed.state).toBe('failed');
  expect(failed.faults).toContainEqual(expect.stringMatching(/^tea\/course\.yaml: line 3: level: /));
  expect(failed.faults).toContainEqual(expect.stringContaining('notes.md must be named like'));
  const start = startImport(verbs.services, verbs.as('admin'), { id: failed.id, force: false });
  expect(await failureOf(start)).toBe('FOLDER_IMPORT_NOT_FOUND');
  expect((await check(verbs, Buffer.from('no archive at all'))).faults).toEqual([
    "The zip file can't be read: it is damaged or incomplete. Zip the folder again.",
  ]);
  expect((await check(verbs, await pack({ 'readme.txt': 'Hi' }))).faults).toEqual([
    expect.stringContaining('no course.yaml found'),
  ]);
  expect(await rowsOf(db)).toEqual(before);
});

test('an import belongs to one person, runs once, and ends with its process', async ({ ownDb: db }) => {
  const verbs = await open(db);
  const { as, services, wait } = verbs;
  const checked = await check(verbs, await pack(ZIP));
  const run = () => startImport(services, as('admin'), { id: checked.id, force: false });
  const results = await Promise.all([failureOf(run()), failureOf(run())]);
  expect(results).toContain('FOLDER_IMPORT_RUNNING');
  await settled(verbs);
  expect(await failureOf(run())).toBe('FOLDER_IMPORT_NOT_FOUND');
  expect(await failureOf(getImport(services, as('premium')))).toBe('ADMINISTRATOR_REQUIRED');
  const next = await upload(verbs, await pack(ZIP));
  await db.pool.query("update folder_imports set state = 'importing', claimed_at = $1, touched_at = $1", [
    services.clock.now(),
  ]);
  const checkNext = () => checkFolders(services, as('admin'), { upload: next });
  expect(await failureOf(checkNext())).toBe('FOLDER_IMPORT_RUNNING');
  expect(await failureOf(discardImport(services, as('admin'), { id: checked.id }))).toBe(
    'FOLDER_IMPORT_RUNNING',
  );
  wait(61);
  expect((await getImport(services, as('admin'))).import).toMatchObject({
    state: 'failed',
    faults: ['The server was restarted meanwhile. Check the file again.'],
  });
  await checkNext();
  await settled(verbs);
  await discardImport(services, as('admin'), { id: next });
  expect((await getImport(services, as('admin'))).import).toBeNull();
  expect((await db.pool.query('select 1 from media_uploads')).rowCount).toBe(0);
});

test('a course is exported as a zip file that imports as it was; all of them as well', async ({
  ownDb: db,
}) => {
  const verbs = await open(db);
  const { as, services } = verbs;
  await take(verbs, (await check(verbs, await pack(ZIP))).id);
  const course = await db.kysely
    .selectFrom('courses')
    .select('id')
    .where('slug', '=', 'tea')
    .executeTakeFirstOrThrow();
  const resHeaders = new Headers();
  const stream = await exportFolder(services, as('admin'), course, { resHeaders });
  const bytes = await buffer(stream);
  expect(resHeaders.get('content-disposition')).toBe('attachment; filename="tea.zip"');
  expect([...(await unzip(bytes)).keys()].sort()).toEqual([
    'tea/01-first.lesson.md',
    'tea/course.yaml',
    'tea/leaf.png',
  ]);
  expect((await check(verbs, bytes, 'tea.zip')).items).toMatchObject([{ slug: 'tea', outcome: 'unchanged' }]);
  await makeCourse(verbs);
  const all = await buffer(await exportAll(services, as('admin'), { resHeaders }));
  const { faults, items } = await check(verbs, all);
  expect(faults).toEqual([]);
  expect(items.filter(({ kind }) => kind === 'bank').map(({ slug }) => slug)).toEqual(['sums']);
  expect(items.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
  expect(items.length).toBeGreaterThanOrEqual(4);
  const audit = await db.pool.query(
    "select action from audit_log where action like 'course.export%' order by id",
  );
  expect(audit.rows.map(({ action }) => action)).toEqual(['course.export', 'course.export-all']);
  expect(await failureOf(exportAll(services, as('premium'), { resHeaders }))).toBe('ADMINISTRATOR_REQUIRED');
});

test('what somebody asked for is not begun once their account is disabled', async ({ db }) => {
  const verbs = await open(db);
  const { as, services } = verbs;
  await checkFolders(services, as('admin'), { upload: await upload(verbs, await pack({ 'a/b.txt': 'x' })) });
  const disable = (at: Date | null) => db.kysely.updateTable('users').set({ disabled_at: at }).execute();
  await disable(services.clock.now());
  await startNextImport(services);
  const claimed = () => db.kysely.selectFrom('folder_imports').select('claimed_at').execute();
  expect(await claimed()).toEqual([{ claimed_at: null }]);
  await disable(null);
  expect((await settled(verbs)).state).toBe('failed');
});

test('names that were stored when they could be longer go out so that they come in again', async ({
  ownDb: db,
}) => {
  const verbs = await open(db);
  const { as, services } = verbs;
  await take(verbs, (await check(verbs, await pack(ZIP))).id);
  await db.kysely
    .updateTable('media')
    .set({ name: `${'漢'.repeat(96)}.png` })
    .execute();
  const all = await buffer(await exportAll(services, as('admin'), { resHeaders: new Headers() }));
  const { faults, items } = await check(verbs, all);
  expect(faults).toEqual([]);
  expect(items.flatMap(({ warnings }) => warnings)).toEqual([]);
  expect(items.every(({ outcome }) => outcome === 'unchanged')).toBe(true);
});

test('files of a course and of a bank that it draws from stand side by side', async ({ ownDb: db }) => {
  const verbs = await open(db);
  const { as, services } = verbs;
  const drawing = (color: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><path d="M0 0h4v4z" fill="${color}"/></svg>\n`;
  const draws = '[{ id: d, bank: sums, tags: [], count: 1 }]';
  const question = (at: number, picture: string) =>
    `  - { id: q-${at}, kind: true-false, points: 1, prompt: "![](${picture})", explanation: "", answer: true }\n`;
  const files = {
    'tea/course.yaml': COURSE('Tea'),
    'tea/01-first.lesson.md': LESSON('![](sums-files/a.svg) ![](sums-files/b.svg)'),
    'tea/02-final.exam.yaml': `id: final\ntitle: Final\npass_mark: 0\nintro: Hi\ndraws: ${draws}\nquestions: []\n`,
    'tea/sums-files/a.svg': drawing('#111111'),
    'tea/sums-files/b.svg': drawing('#222222'),
    'tea/sums.bank.yaml': `title: Sums\nquestions:\n${question(1, 'a.svg')}${question(2, 'sums-files/b.svg')}`,
    'tea/a.svg': drawing('#333333'),
  };
  await take(verbs, (await check(verbs, await pack(files))).id);
  const course = await db.kysely.selectFrom('courses').select('id').executeTakeFirstOrThrow();
  const bytes = await buffer(
    await exportFolder(services, as('admin'), course, { resHeaders: new Headers() }),
  );
  const written = await unzip(bytes);
  expect([...written.keys()].filter((path) => path.endsWith('.svg')).sort()).toEqual([
    'tea/sums-files/a-2.svg',
    'tea/sums-files/a.svg',
    'tea/sums-files/b.svg',
  ]);
  const { faults, items } = await check(verbs, bytes);
  expect(faults).toEqual([]);
  expect(items.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
});

test('an import that was started meanwhile is not discarded', async ({ ownDb: db }) => {
  const verbs = await open(db);
  const { as, services } = verbs;
  const { id } = await check(verbs, await pack(ZIP));
  const other = await db.pool.connect();
  try {
    await other.query("begin; update folder_imports set state = 'importing', claimed_at = null");
    const discarded = failureOf(discardImport(services, as('admin'), { id }));
    await sleep(200);
    await other.query('commit');
    expect(await discarded).toBe('FOLDER_IMPORT_RUNNING');
  } finally {
    other.release();
  }
  expect((await settled(verbs)).state).toBe('imported');
});

test('an import that fails in the middle says what it has imported', async ({ ownDb: db }) => {
  const verbs = await open(db);
  const files = {
    'banks/sums.bank.yaml': BANK,
    'a/course.yaml': COURSE('A'),
    'a/01-first.lesson.md': LESSON('One'),
    'b/course.yaml': COURSE('B'),
    'b/01-first.lesson.md': LESSON('Two'),
  };
  const { id } = await check(verbs, await pack(files));
  await startImport(verbs.services, verbs.as('admin'), { id, force: false });
  const late: Db = {
    ...db,
    transaction: async (work) => {
      // As soon as the first course is there, somebody writes a post under the address of the second.
      await db.pool.query(`insert into courses (kind, slug, title, description, level, subscription_level, thumbnail)
        select 'post', 'b', 'Mine', '', level, subscription_level, thumbnail from courses where slug = 'a'
        on conflict do nothing`);
      return db.transaction(work);
    },
  };
  const ended = await settled({ ...verbs, services: { ...verbs.services, db: late } });
  expect(ended).toMatchObject({
    state: 'failed',
    isPartial: true,
    faults: ['Someone else saved a course or question bank in the meantime. Import the file again.'],
  });
  expect(ended.items.map(({ outcome, slug }) => [slug, outcome])).toEqual([
    ['sums', 'created'],
    ['a', 'created'],
  ]);
});

test.for([
  ['ENOSPC', 'The server is out of disk space. You can still read everything. Please try again later.'],
  ['53100', 'The server is out of disk space. You can still read everything. Please try again later.'],
  ['57P01', "We're having trouble reaching the database. Try again in a moment."],
  ['EMFILE', 'This is our fault, not yours. Please try again.'],
  ['ENOENT', 'This is our fault, not yours. Please try again.'],
] as const)('an import that ends with %s says what stopped it', async ([code, words], { ownDb: db }) => {
  const verbs = await open(db);
  const { id } = await check(verbs, await pack(ZIP));
  await startImport(verbs.services, verbs.as('admin'), { id, force: false });
  const put = () => Promise.reject(Object.assign(new Error('not written'), { code, syscall: 'open' }));
  const storage = { ...verbs.services.storage, put };
  const ended = await settled({ ...verbs, services: { ...verbs.services, storage } });
  expect(ended).toMatchObject({ state: 'failed', faults: [words] });
});
