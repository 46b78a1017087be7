import { expect } from 'vitest';
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
