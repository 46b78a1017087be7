import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ExportRequest } from '#contract/administration/exports';
import { MAX_EXPORT_ATTEMPTS, MAX_EXPORTS } from '#domain/exports/limits';
import { removeFiles } from '#server/areas/exams/attempts/remove-files';
import { csvLine } from '#server/csv/csv-lines';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { eraseAccount } from '../../accounts/erasure/erase-account.ts';
import { exportUsers } from '../users/export-users.ts';
import { deleteExpiredExports } from './delete-expired-exports.ts';
import { downloadExport } from './download-export.ts';
import { exportBlocks } from './export-blocks.ts';
import { listExports } from './list-exports.ts';
import { removeExport } from './remove-export.ts';
import { requestExport } from './request-export.ts';
import { writeNextExport } from './write-next-export.ts';

const filters = { q: '', sort: 'oldest' as const };
const USERS: ExportRequest = { kind: 'users', filters };
const turnOf = (signal = new AbortController().signal) => ({ holder: randomUUID(), signal });

async function allOf<One>(some: AsyncIterable<One>): Promise<One[]> {
  const all: One[] = [];
  for await (const one of some) all.push(one);
  return all;
}

/** A school with more people than a direct download takes. */
async function openLarge(db: Db) {
  const verbs = await openVerbs(db);
  await db.pool.query(
    `insert into users (name, email)
     select 'Person ' || i, 'person' || i || '@example.org' from generate_series(1, 5001) i`,
  );
  const { services } = verbs;
  const admin = verbs.as('admin');
  const ask = () => requestExport(services, admin, USERS);
  const list = async () => (await listExports(services, admin)).items;
  const download = async (id: string) =>
    new Response(await downloadExport(services, admin, { id }, { resHeaders: new Headers() })).text();
  const stored = () => allOf(services.storage.list());
  return { ...verbs, admin, ask, download, list, stored };
}

test('a small file is not written in the background', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  expect(await requestExport(services, as('admin'), USERS)).toEqual({ export: null });
  expect(await failureOf(requestExport(services, as('basic'), USERS))).toBe('ADMINISTRATOR_REQUIRED');
});

test('a large file is written once, tells who asked, and is the one that a direct download gives', async ({
  db,
}) => {
  const { admin, as, ask, download, list, services } = await openLarge(db);
  const id = (await ask()).export?.id ?? '';
  expect((await ask()).export?.id).toBe(id);
  expect(await failureOf(download(id))).toBe('EXPORT_NOT_FOUND');
  expect(await writeNextExport(services, turnOf())).toBe(true);
  expect(await writeNextExport(services, turnOf())).toBe(false);
  const [done] = await list();
  expect(done).toMatchObject({ id, state: 'ready', kind: 'users' });
  expect(done?.written).toBe(done?.total);
  const direct = await exportUsers(services, admin, filters, { resHeaders: new Headers() });
  expect(await download(id)).toBe(await new Response(direct).text());
  const { rows } = await db.pool.query(
    `select props, link from notice_events where kind = 'export-finished' and user_id = $1`,
    [admin.viewer.kind === 'member' && admin.viewer.userId],
  );
  expect(rows).toEqual([{ props: { file: 'users', state: 'ready' }, link: '/admin/exports' }]);
  const { rows: audited } = await db.pool.query(
    `select action from audit_log where action in ('user.export', 'export.write', 'export.download') order by id`,
  );
  expect(audited.map(({ action }) => action)).toEqual([
    'user.export',
    'export.write',
    'user.export',
    'export.download',
  ]);
  const [other] = await db.pool
    .query(`update exports set user_id = (select id from users where name = 'basic') returning id`)
    .then((found) => found.rows);
  expect(await failureOf(download(other.id))).toBe('EXPORT_NOT_FOUND');
  expect(await failureOf(removeExport(services, admin, { id }))).toBe('EXPORT_NOT_FOUND');
  const basic = downloadExport(services, as('basic'), { id }, { resHeaders: new Headers() });
  expect(await failureOf(basic)).toBe('ADMINISTRATOR_REQUIRED');
});

test('a process that dies or stops leaves the work to another, and nothing of its own behind', async ({
  db,
}) => {
  const { ask, download, list, services, stored, wait } = await openLarge(db);
  const id = (await ask()).export?.id ?? '';
  const stopped = new AbortController();
  stopped.abort();
  await writeNextExport(services, turnOf(stopped.signal));
  expect(await list()).toMatchObject([{ state: 'waiting', written: 0 }]);
  // Killed after a block: the row says that somebody writes, and the block is in the store.
  await services.storage.put('content-half.block', Buffer.from('half'));
  await db.pool.query(
    `update exports set state = 'writing', attempts = 1, holder = gen_random_uuid(), leased_until = $1,
       bytes = 4, written = 9, blocks = '[{"key": "content-half.block", "bytes": 4}]'`,
    [new Date(services.clock.now().getTime() + 60_000)],
  );
  expect(await writeNextExport(services, turnOf())).toBe(false);
  wait(61);
  expect(await writeNextExport(services, turnOf())).toBe(true);
  expect(await list()).toMatchObject([{ state: 'ready' }]);
  await removeFiles(services);
  expect(await stored()).not.toContain('content-half.block');
  expect((await download(id)).split('\r\n').filter((line) => line.includes('Person 42,'))).toHaveLength(1);
});

test('what fails again and again ends as failed, and who asked hears of it', async ({ db }) => {
  const { ask, list, services, wait } = await openLarge(db);
  await ask();
  const broken = {
    ...services,
    storage: { ...services.storage, put: () => Promise.reject(new Error('the store is away')) },
  };
  for (let attempt = 0; attempt < MAX_EXPORT_ATTEMPTS; attempt += 1) {
    expect(await writeNextExport(broken, turnOf())).toBe(true);
    wait(3600);
  }
  expect(await writeNextExport(broken, turnOf())).toBe(false);
  expect(await list()).toMatchObject([{ state: 'failed' }]);
  const { rows } = await db.pool.query(`select props from notice_events where kind = 'export-finished'`);
  expect(rows).toEqual([{ props: { file: 'users', state: 'failed' } }]);
});

test('a canceled export is not finished, and its file goes', async ({ db }) => {
  const { admin, ask, list, services, stored } = await openLarge(db);
  const id = (await ask()).export?.id ?? '';
  const canceling = {
    ...services,
    storage: {
      ...services.storage,
      put: async (key: string, bytes: Uint8Array) => {
        await services.storage.put(key, bytes);
        await removeExport(services, admin, { id });
      },
    },
  };
  await writeNextExport(canceling, turnOf());
  expect(await list()).toEqual([]);
  expect(await stored()).toHaveLength(1);
  await db.pool.query('update files_to_remove set retry_at = null');
  await removeFiles(services);
  expect(await stored()).toEqual([]);
});

test('exports end after their days, and with the account of who asked', async ({ db }) => {
  const { admin, ask, list, services, stored, wait } = await openLarge(db);
  await ask();
  await writeNextExport(services, turnOf());
  expect(await deleteExpiredExports(services)).toBe(0);
  wait(3 * 24 * 3600 + 1);
  expect(await deleteExpiredExports(services)).toBe(1);
  await removeFiles(services);
  expect(await stored()).toEqual([]);
  await ask();
  await writeNextExport(services, turnOf());
  expect(await stored()).toHaveLength(1);
  const userId = admin.viewer.kind === 'member' ? admin.viewer.userId : '';
  await db.transaction((trx) => eraseAccount(trx, services, userId));
  expect(await stored()).toEqual([]);
  expect(await list()).toEqual([]);
});

test('who administers no more gets nothing, and nobody keeps more than some', async ({ db }) => {
  const { admin, ask, list, services } = await openLarge(db);
  await ask();
  await db.pool.query(`delete from user_roles where role = 'admin'`);
  expect(await writeNextExport(services, turnOf())).toBe(true);
  expect(await list()).toEqual([]);
  const from = (day: number) => `2026-01-${String(day).padStart(2, '0')}`;
  const userId = admin.viewer.kind === 'member' ? admin.viewer.userId : '';
  for (let day = 1; day <= MAX_EXPORTS; day += 1)
    await db.pool.query(
      `insert into exports (user_id, request, total, created_at) values ($1, $2, 0, now())`,
      [userId, { kind: 'invoices', range: { from: from(day), to: from(day) } }],
    );
  expect(await failureOf(ask())).toBe('EXPORT_LIMIT');
});

test('a file comes in blocks of one size, and its rows are counted while they are written', async () => {
  async function* pages() {
    for (let page = 0; page < 10; page += 1)
      yield Array.from({ length: 1000 }, (_, at) => ({ n: page * 1000 + at }));
  }
  const steps = await allOf(exportBlocks({ columns: ['n'], pages }, 10_000));
  const whole = Buffer.concat(steps.flatMap(({ bytes }) => bytes ?? [])).toString();
  expect(whole.split('\r\n').filter(Boolean)).toHaveLength(10_001);
  expect(whole).toContain(csvLine([9999]).trim());
  const sizes = steps.flatMap(({ bytes }) => bytes?.length ?? []);
  expect(Math.max(...sizes)).toBeLessThan(14_000);
  expect(steps.at(-1)?.written).toBe(10_000);
});
