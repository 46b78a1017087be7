import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, vi } from 'vitest';
import { authorForm } from '#contract/courses/authors';
import { setAvatar } from '#server/areas/accounts/profile/set-avatar';
import { proveIdentity } from '#server/areas/accounts/proof/prove-identity';
import { grantAdmin } from '#server/areas/admin/users/grant-admin';
import { saveProfile } from '#server/areas/authors/save-profile';
import { addComment } from '#server/areas/comments/add-comment';
import { removePost } from '#server/areas/posts/remove-post';
import type { Db } from '#server/db/client';
import { type Content, insertContent } from '#tests/attack/content/content';
import { liveFully } from '#tests/integration/erasure/live-fully';
import { ADDRESS, NAME } from '#tests/integration/erasure/person';
import { test } from '#tests/kit/database';
import { unzip } from '#tests/kit/unzip';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { exportAccount } from './export-account.ts';
import { EXPORT_TABLES, LEFT_OUT, LEFT_OUT_OF_PAYMENTS } from './export-sql.ts';
import { requestExport } from './request-export.ts';
import { spoolTables } from './spool-tables.ts';

/** Path and text of everything in the copy. */
const opened = async (stream: ReadableStream<Uint8Array>) => unzip(await buffer(stream as never));

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
  const files = await opened(await exportAccount(services, as('free'), { resHeaders }));
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
  const files = await opened(await exportAccount(services, as('admin'), { resHeaders: new Headers() }));
  const did = files.get('json/what-you-did.json') ?? '';
  expect(did).toContain('message.delete');
  expect(did).not.toMatch(/grace@school\.test|of somebody else/);
});

test('what was deleted stays in the copy as what it was, and says that it is in the trash', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const { posts } = await insertContent(db);
  const { viewer } = as('free');
  const id = viewer.kind === 'member' ? viewer.userId : '';
  await saveProfile(services, as('admin'), {
    ...authorForm.parse({ slug: 'ada', bio: 'I write about databases.' }),
    id,
    version: 0,
  });
  const { rows } = await db.pool.query<{ slug: string }>(
    `with named as (insert into course_authors (course_id, position, user_id) values ($2, 0, $1))
     select slug from courses where id = $2`,
    [id, posts.free.id],
  );
  await addComment(services, as('free'), { courseId: posts.free.id, parentId: null, content: 'Mine' });
  await removePost(services, as('admin'), { id: posts.free.id });
  const files = await opened(await exportAccount(services, as('free'), { resHeaders: new Headers() }));
  expect(JSON.parse(files.get('json/posts.json') ?? '')).toMatchObject([
    { id: posts.free.id, kind: 'post', slug: rows[0]?.slug, deleted_at: expect.any(String) },
  ]);
  expect(JSON.parse(files.get('json/comments.json') ?? '')).toContainEqual(
    expect.objectContaining({ body: 'Mine' }),
  );
  expect(JSON.parse(files.get('json/author-profile.json') ?? '')).toMatchObject([
    { slug: 'ada', bio: 'I write about databases.' },
  ]);
});

const leftOut = Object.keys({ ...LEFT_OUT, ...LEFT_OUT_OF_PAYMENTS });
const known = [...Object.keys(EXPORT_TABLES), ...leftOut];

test('no table that refers to an account is forgotten', async ({ db }) => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid in ('users'::regclass, 'enrolments'::regclass, 'billing_accounts'::regclass)`,
  );
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  for (const { query } of Object.values(EXPORT_TABLES))
    await db.pool.query(query, ['7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e']);
});

/** Columns that sound like a person and are none. */
const NOBODY: Readonly<Record<string, string>> = {
  'categories.name': 'of a category',
  'chore_runs.name': 'of a chore',
  'question_imports.file_name': 'of a file of questions',
  'schema_migrations.name': 'of a migration',
  'page_content.page_name': 'of a page',
  'site_settings.name': 'of a setting',
  'subscription_plans.name': 'of a plan',
};

test('no column whose name sounds like a person is in a table that is forgotten', async ({ db }) => {
  const { rows } = await db.pool.query<{ place: string; table: string }>(
    `select c.table_name || '.' || c.column_name as place, c.table_name as table from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name ~
       '(^|_)(user|users|owner|author|actor|member|person|people|learner|student|candidate|reporter|sender|recipient|caller|by|email|mail|phone|address|ip|name|username|avatar|device)(_|$)'`,
  );
  const forgotten = rows.filter(({ place, table }) => !known.includes(table) && !NOBODY[place]);
  expect(forgotten.map(({ place }) => place)).toEqual([]);
  expect(rows.length).toBeGreaterThan(40);
});

test('after somebody did everything that can be done, no column that speaks of them is forgotten', async ({
  ownDb,
}) => {
  const verbs = await openVerbs(ownDb);
  const person = await liveFully(verbs, await insertContent(ownDb));
  const { rows: columns } = await ownDb.pool.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  );
  const words = [person.viewer.userId, ADDRESS, NAME].map((word) => `%${word}%`);
  const speaking: string[] = [];
  for (const { column, table } of columns) {
    const question = `select from "${table}" where "${column}"::text ilike any ($1) limit 1`;
    const { rows } = await ownDb.pool.query(question, [words]);
    if (rows.length > 0) speaking.push(`${table}.${column}`);
  }
  expect(speaking.length).toBeGreaterThan(40);
  expect(speaking.filter((place) => !known.includes(place.split('.')[0] ?? ''))).toEqual([]);
});

test('the document about the copy names every file, and every table that is left out', async () => {
  const text = await readFile('docs/data-export.md', 'utf8');
  const names = [...Object.values(EXPORT_TABLES).map(({ file }) => file), ...leftOut];
  expect(names.filter((name) => !text.includes(`| \`${name}\` `))).toEqual([]);
});

/** Ten years of somebody who learned, answered, wrote and was told something every day. */
async function liveTenYears({ pool }: Db, userId: string, { courses }: Content): Promise<void> {
  const { id: courseId, sections } = courses.free;
  const days = "generate_series(1, 3650) n, lateral (select now() - n * interval '1 day' as at) t";
  const insert = (statement: string) => pool.query(statement, [userId]);
  await pool.query(
    `insert into course_content (course_id, key, title, sort_order) select $1, 'day-' || n, 'Day ' || n, n + 10 from generate_series(1, 3650) n`,
    [courseId],
  );
  await insert(`insert into enrolments (user_id, course_id) values ($1, '${courseId}')`);
  await insert(
    `insert into section_progress (user_id, section_id, course_id, reached, position_at, watched)
     select $1, id, course_id, 1, now(), '{[0,60), [90,120)}' from course_content where key like 'day-%'`,
  );
  await insert(
    `insert into comments (course_id, author_id, body, body_html, created_at)
     select '${courseId}', $1, repeat('word ', 40), '<p></p>', now() - n * interval '4 hours' from generate_series(1, 20000) n`,
  );
  await insert(
    `insert into audit_log (actor_id, actor_kind, action, entity, after)
     select $1, 'member', 'comment.add', 'comment', '{"words": 40}' from generate_series(1, 50000)`,
  );
  await insert(
    `with e as (insert into notice_events (event_key, kind, link, created_at)
       select 'day:' || n, 'comment-reply', '/', at from ${days} returning id, created_at)
     insert into notifications (user_id, event_id, kind, props, link, in_app, created_at)
     select $1, id, 'comment-reply', '{"title": "A course"}', '/', true, created_at from e`,
  );
  await insert(
    `with v as (insert into exam_versions (section_id, fingerprint, exam, html)
       values ('${sections[2]?.id}', 'f', '{}', '{}') returning id, section_id),
     a as (insert into exam_attempts (user_id, section_id, version_id, number, started_at, submitted_at, ended_by, passed, result)
       select $1, v.section_id, v.id, n, at, at, 'candidate', true, '{}' from v, ${days} returning id, started_at)
     insert into exam_answers (attempt_id, writer, seq, question, answer, received_at)
     select a.id, a.id, q, 'q' || q, '"an answer"', started_at from a, generate_series(1, 10) q`,
  );
  await insert(
    `insert into mail_outbox (event_key, template, recipient, props, created_at, sent_at)
     select 'day ' || n, 'digest', (select email from users where id = $1), '{}', at, at from ${days}`,
  );
}

test('ten years of somebody who was here every day are copied in far less than a minute, a batch at a time', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const content = await insertContent(db);
  const { viewer } = as('free');
  await liveTenYears(db, viewer.kind === 'member' ? viewer.userId : '', content);
  let most = 0;
  const connect = async () => {
    const client = await db.pool.connect();
    const query = async (...given: Parameters<typeof client.query>) => {
      const result = (await client.query(...given)) as unknown as { rows: unknown[] };
      most = Math.max(most, result.rows.length);
      return result;
    };
    return { query, release: () => client.release() };
  };
  const watched = { ...db, pool: Object.assign(Object.create(db.pool), { connect }) as typeof db.pool };
  const started = performance.now();
  const files = await opened(
    await exportAccount({ ...services, db: watched }, as('free'), { resHeaders: new Headers() }),
  );
  expect(performance.now() - started).toBeLessThan(60_000);
  const count = (file: string) => JSON.parse(files.get(`json/${file}.json`) ?? '').length;
  expect(count('progress')).toBe(3650);
  expect(count('comments')).toBeGreaterThanOrEqual(20_000);
  expect(count('exam-answers')).toBe(36_500);
  expect(count('notices')).toBe(3650);
  expect(count('mails')).toBe(3650);
  expect(count('what-you-did')).toBeGreaterThanOrEqual(50_000);
  expect(files.get('csv/exam-answers.csv')?.split('\r\n')).toHaveLength(36_502);
  expect(most).toBe(1000);
});

test('a person with little is copied with one question for nearly each table, and nothing waits on the disk', async ({
  db,
}) => {
  const { as } = await openVerbs(db);
  const { viewer } = as('free');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-own-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let asked = 0;
  const connect = async () => {
    const client = await db.pool.connect();
    const query = (...given: Parameters<typeof client.query>) => {
      asked += 1;
      return client.query(...given);
    };
    return { query, release: () => client.release() };
  };
  const watched = { ...db, pool: Object.assign(Object.create(db.pool), { connect }) as typeof db.pool };
  const files = await spoolTables(watched, viewer.kind === 'member' ? viewer.userId : '', folder);
  const tables = Object.keys(EXPORT_TABLES).length;
  expect(files).toHaveLength(2 * tables);
  // One to begin, one to end; where rows may be long, a cursor is declared and closed.
  const long = Object.values(EXPORT_TABLES).filter(({ rows }) => rows !== undefined).length;
  expect(asked).toBe(tables + 2 * long + 2);
  expect(readdirSync(folder)).toEqual([]);
});

test('who breaks the download off leaves nothing behind and nobody else is disturbed', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  // Other tests make copies at the same moment.
  const folder = mkdtempSync(join(tmpdir(), 'lectern-own-'));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const waiting = () => readdirSync(folder);
  const stream = await exportAccount(services, as('free'), { resHeaders: new Headers() });
  await stream.cancel();
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
  const again = await exportAccount(services, as('free'), { resHeaders: new Headers() });
  expect((await opened(again)).has('json/account.json')).toBe(true);
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
});

/** The files below a folder that this process has open. */
function openBelow(folder: string): string[] {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return targets.filter((target) => target.startsWith(folder));
}

test('a download that is broken off in the middle of a large table leaves no file open', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { posts } = await insertContent(db);
  const { viewer } = as('free');
  await db.pool.query(
    `insert into comments (course_id, author_id, body, body_html)
     select $2, $1, (select string_agg(md5(n || ':' || i), ' ') from generate_series(1, 100) i), '<p></p>'
     from generate_series(1, 900) n`,
    [viewer.kind === 'member' ? viewer.userId : '', posts.free.id],
  );
  const folder = mkdtempSync(join(tmpdir(), 'lectern-own-'));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const stream = await exportAccount(services, as('free'), { resHeaders: new Headers() });
  const reader = stream.getReader();
  for (let taken = 0; taken < 500_000; ) taken += (await reader.read()).value?.length ?? 500_000;
  expect(openBelow(folder)).toHaveLength(1);
  await reader.cancel();
  await expect.poll(() => [openBelow(folder), readdirSync(folder)], { timeout: 20_000 }).toEqual([[], []]);
});

test('each download is in the audit log once, whoever asked before it and however it ends', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const { viewer } = as('free');
  const id = viewer.kind === 'member' ? viewer.userId : '';
  const entries = async () => {
    const { rows } = await db.pool.query(
      "select actor_id, entity, entity_id from audit_log where action = 'account.export'",
    );
    return rows;
  };
  const entry = { actor_id: id, entity: 'user', entity_id: id };
  await requestExport(services, as('free'));
  expect(await entries()).toEqual([]);
  const stream = await exportAccount(services, as('free'), { resHeaders: new Headers() });
  expect(await entries()).toEqual([entry]);
  const did = (await opened(stream)).get('json/what-you-did.json') ?? '';
  expect(did).toContain('account.export');
  await expect.poll(() => failureOf(requestExport(services, as('free')))).toEqual({ done: true });
  await (await exportAccount(services, as('free'), { resHeaders: new Headers() })).cancel();
  expect(await entries()).toEqual([entry, entry]);
  await db.pool.query("update sessions set proved_at = '2026-01-01'");
  expect(await failureOf(exportAccount(services, as('free'), { resHeaders: new Headers() }))).toBe(
    'PROOF_REQUIRED',
  );
  expect(await entries()).toHaveLength(2);
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
