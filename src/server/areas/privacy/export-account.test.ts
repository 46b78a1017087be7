import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { proveIdentity } from '#server/areas/accounts/prove-identity';
import { setAvatar } from '#server/areas/accounts/set-avatar';
import { grantAdmin } from '#server/areas/admin/grant-admin';
import { addComment } from '#server/areas/comments/add-comment';
import { insertContent } from '#tests/attack/content';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { exportAccount } from './export-account.ts';
import { EXPORT_TABLES, LEFT_OUT } from './export-tables.ts';
import { requestExport } from './request-export.ts';

const open = promisify<Buffer, { lazyEntries: true }, ZipFile>(fromBuffer);

/** Path and text of everything in the archive. */
async function unzip(stream: ReadableStream<Uint8Array>): Promise<Map<string, string>> {
  const zip = await open(await buffer(stream as never), { lazyEntries: true });
  const files = new Map<string, string>();
  const { promise, reject, resolve } = Promise.withResolvers<void>();
  zip.on('entry', (entry: Entry) =>
    zip.openReadStream(entry, async (error, content) => {
      if (error || !content) return reject(error);
      files.set(entry.fileName, (await buffer(content)).toString('utf8'));
      zip.readEntry();
    }),
  );
  zip.on('end', resolve);
  zip.readEntry();
  await promise;
  return files;
}

test('the copy holds what belongs to the person, as JSON and as CSV, and nothing of anybody else', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const { courses } = await insertContent(db);
  const say = (who: 'free' | 'basic', content: string) =>
    addComment(services, as(who), { courseId: courses.free.id, parentId: null, content });
  await say('free', '=SUM(A1) is mine');
  await say('basic', 'a stranger wrote this');
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
    'base64',
  );
  await setAvatar(services, as('free'), { file: new File([pixel], 'me.png') });
  const resHeaders = new Headers();
  await requestExport(services, as('free'));
  const files = await unzip(await exportAccount(services, as('free'), { resHeaders }));
  expect(resHeaders.get('content-disposition')).toMatch(
    /^attachment; filename="lectern-my-data-[\d-]+\.zip"$/,
  );
  const all = [...files.values()].join('\n');
  expect(JSON.parse(files.get('json/comments.json') ?? '')).toContainEqual(
    expect.objectContaining({ body: '=SUM(A1) is mine' }),
  );
  expect(files.get('csv/comments.csv')).toContain("'=SUM(A1) is mine");
  expect(all).not.toContain('a stranger wrote this');
  expect([...files.keys()].filter((name) => name.startsWith('files/avatar-'))).toHaveLength(1);
  for (const { file } of Object.values(EXPORT_TABLES)) {
    expect(files.get('README.txt')).toContain(file);
    expect(files.has(`json/${file}.json`) && files.has(`csv/${file}.csv`), file).toBe(true);
  }
  const { rows } = await db.pool.query('select token from sessions union all select password from accounts');
  for (const { token } of rows) if (token) expect(all).not.toContain(token);
});

test('what an administrator changed about others is not in the own copy', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { viewer } = as('admin');
  await db.pool.query(
    `insert into audit_log (actor_id, actor_kind, action, entity, before, after)
     values ($1, 'admin', 'message.delete', 'message', '{"email": "grace@school.test"}', '{"word": "of somebody else"}')`,
    [viewer.kind === 'member' ? viewer.userId : ''],
  );
  const files = await unzip(await exportAccount(services, as('admin'), { resHeaders: new Headers() }));
  const did = files.get('json/what-you-did.json') ?? '';
  expect(did).toContain('message.delete');
  expect(did).not.toMatch(/grace@school\.test|of somebody else/);
});

test('no table that names a person is forgotten', async ({ db }) => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid in ('users'::regclass, 'enrolments'::regclass)`,
  );
  const known = [...Object.keys(EXPORT_TABLES), ...Object.keys(LEFT_OUT)];
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  for (const { query } of Object.values(EXPORT_TABLES))
    await db.pool.query(query, ['7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e']);
});

test('the document about the copy names every file, and every table that is left out', async () => {
  const text = await readFile('docs/data-export.md', 'utf8');
  const names = [...Object.values(EXPORT_TABLES).map(({ file }) => file), ...Object.keys(LEFT_OUT)];
  expect(names.filter((name) => !text.includes(`| \`${name}\` `))).toEqual([]);
});

test('ten years of somebody who wrote every day are copied in seconds', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { courses } = await insertContent(db);
  const { viewer } = as('free');
  const userId = viewer.kind === 'member' ? viewer.userId : '';
  await db.pool.query(
    `insert into comments (course_id, author_id, body, body_html, created_at)
     select $1, $2, repeat('word ', 40), '<p></p>', now() - n * interval '4 hours' from generate_series(1, 20000) n`,
    [courses.free.id, userId],
  );
  await db.pool.query(
    `insert into audit_log (actor_id, actor_kind, action, entity) select $1, 'member', 'comment.add', 'comment'
     from generate_series(1, 50000)`,
    [userId],
  );
  const files = await unzip(await exportAccount(services, as('free'), { resHeaders: new Headers() }));
  expect(JSON.parse(files.get('json/comments.json') ?? '').length).toBeGreaterThanOrEqual(20_000);
  expect(JSON.parse(files.get('json/what-you-did.json') ?? '').length).toBeGreaterThanOrEqual(50_000);
});

test('an old session proves who it is before the copy, and before it gives rights away', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const longAgo = new Date(services.clock.now().getTime() - 11 * 60_000);
  await db.pool.query('update sessions set proved_at = $1', [longAgo]);
  const other = as('basic').viewer;
  const id = other.kind === 'member' ? other.userId : '';
  expect(await failureOf(requestExport(services, as('free')))).toBe('PROOF_REQUIRED');
  expect(await failureOf(exportAccount(services, as('free'), { resHeaders: new Headers() }))).toBe(
    'PROOF_REQUIRED',
  );
  expect(await failureOf(grantAdmin(services, as('admin'), { id }))).toBe('PROOF_REQUIRED');
  expect(await failureOf(proveIdentity(services, as('free'), { password: 'not it at all' }))).toBe(
    'WRONG_PASSWORD',
  );
  expect(await failureOf(requestExport(services, as('free')))).toBe('PROOF_REQUIRED');
});
