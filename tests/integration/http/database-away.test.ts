import { expect } from 'vitest';
import { ContentVersion } from '#server/db/content-version';
import { createApp } from '#server/http/app';
import { watchReadiness } from '#server/readiness';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

const body = { name: 'A', email: 'a@school.test', message: 'Hello' };

test('without a database a write is told to come back, and a kept read goes on', async ({ ownDb }) => {
  let hears = true;
  const { ask } = await openSchool(ownDb, { hearsChanges: () => hears });
  expect((await ask('visitor', 'GET', '/api/plans')).status).toBe(200);
  const away = new Error('connect ECONNREFUSED /run/nowhere');
  Object.assign(away, { code: 'ECONNREFUSED' });
  ownDb.pool.connect = () => Promise.reject(away);
  hears = false;
  const refused = await ask('visitor', 'POST', '/api/contact', { body });
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('visitor', 'GET', '/api/plans')).status).toBe(200);
  expect((await ask('visitor', 'GET', '/api/categories')).status).toBe(503);
  expect((await ask('visitor', 'GET', '/readyz')).status).toBe(503);
  expect((await ask('visitor', 'GET', '/healthz')).status).toBe(200);
});

test('with a full disk reads go on and writes are refused by name', async ({ db }) => {
  const { ask } = await openSchool(db, { isDiskFull: () => true });
  const refused = await ask('visitor', 'POST', '/api/contact', { body });
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'DISK_FULL']);
  expect((await ask('visitor', 'GET', '/api/plans')).status).toBe(200);
});

test.for(['ENOSPC', 'EDQUOT'])(
  'an upload that the disk of the files has no room for (%s) is to come back',
  async (code, { db }) => {
    const { ask, services } = await openSchool(db);
    const put = () => Promise.reject(Object.assign(new Error('no space left on device'), { code }));
    Object.assign(services.storage, { put });
    const rawBody = new FormData();
    rawBody.append('use', 'file');
    rawBody.append('file', new Blob(['a,b\n']), 'table.csv');
    const refused = await ask('admin', 'POST', '/api/admin/media', { rawBody });
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'DISK_FULL']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  },
);

test('/readyz fails while migrations are missing and names them to the log only; newer ones are no fault', async ({
  ownDb,
}) => {
  const { ask, logged } = await openSchool(ownDb);
  const ready = async () => {
    const reply = await ask('visitor', 'GET', '/readyz');
    return [reply.status, await reply.json()];
  };
  const details = () => JSON.stringify(logged.filter(({ faults }) => faults).at(-1));
  await ownDb.pool.query("insert into schema_migrations (name, sha256) values ('9999-newer.sql', 'x')");
  expect(await ready()).toEqual([200, { status: 'ok', faults: ['newer-database'] }]);
  expect(details()).toContain('9999-newer.sql');
  const gone = ['0001-foundation.sql', '0148-mail-priorities.sql'];
  await ownDb.pool.query('delete from schema_migrations where name = any($1)', [gone]);
  expect(await ready()).toEqual([503, { status: 'not ready', faults: ['migrations'] }]);
  expect(details()).toContain(`missing: ${gone.join(', ')}`);
  await ownDb.pool.query('drop table schema_migrations');
  expect(await ready()).toEqual([503, { status: 'not ready', faults: ['migrations'] }]);
});

test('without the object store the process stays ready, and says that files are away', async ({ db }) => {
  const { services } = await openSchool(db);
  const storage = { ...services.storage, check: () => Promise.reject(new Error('away')) };
  const app = createApp({
    services: { ...services, storage },
    content: new ContentVersion(),
    version: { version: 'test', build: 'test', builtAt: '2026-11-20T12:00:00Z' },
  });
  const reply = await app.request('http://localhost:3000/readyz');
  const { faults, status } = await reply.json();
  expect([reply.status, status]).toEqual([200, 'ok']);
  expect(faults).toContain('storage');
});

test('who asks /readyz all the time makes the database answer once in a while', async ({ ownDb }) => {
  const { services } = await openSchool(ownDb);
  const readiness = watchReadiness(services, { isDiskFull: () => false, store: async () => undefined });
  const before = ownDb.statements.durations.samples().at(-1)?.value ?? 0;
  for (let round = 0; round < 20; round += 1) await Promise.all([readiness.look(), readiness.look()]);
  expect((ownDb.statements.durations.samples().at(-1)?.value ?? 0) - before).toBeLessThanOrEqual(3);
});
