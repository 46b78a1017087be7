import { sql } from 'kysely';
import { expect, inject, vi } from 'vitest';
import { touchContent } from '#server/db/content-version';
import { listenForNotifications } from '#server/db/notifications';
import { createLog } from '#server/platform/log';
import { openSchool, type School } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

const log = createLog('silent');
type Database = Parameters<typeof openSchool>[0];

async function rename(db: Database, name: string, touch = true) {
  await db.transaction(async (trx) => {
    await trx.updateTable('subscription_plans').set({ name }).where('tier', '=', 'free').execute();
    if (touch) await touchContent(trx);
  });
}
async function planName({ ask }: School): Promise<string> {
  return (await (await ask('visitor', 'GET', '/api/plans')).json())[0].name;
}
async function connectionOf(db: Database) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.kysely);
  return { ...inject('database'), database: rows[0]?.name ?? '' };
}

test('a kept reply is sent without asking the database, and is asked for again when content changed', async ({
  db,
}) => {
  const school = await openSchool(db);
  expect(await planName(school)).toBe('Free');
  await rename(db, 'Gratis');
  expect(await planName(school)).toBe('Free');
  school.content.bump();
  expect(await planName(school)).toBe('Gratis');
});

test('every process hears of a change when it is committed', async ({ ownDb }) => {
  const connection = await connectionOf(ownDb);
  const heard = await listenForNotifications({ connection, channels: ['content'], log });
  try {
    const school = await openSchool(ownDb, { hearsChanges: () => heard.isConnected() });
    heard.on('content', () => school.content.bump());
    expect(await planName(school)).toBe('Free');
    await rename(ownDb, 'Gratis');
    await vi.waitFor(async () => expect(await planName(school)).toBe('Gratis'), { interval: 5 });
  } finally {
    await heard.stop();
  }
});

test('what was missed while the connection was lost is not served after it is back', async ({ ownDb }) => {
  const connection = await connectionOf(ownDb);
  const heard = await listenForNotifications({ connection, channels: ['content'], log });
  try {
    const school = await openSchool(ownDb, { hearsChanges: () => heard.isConnected() });
    heard.on('content', () => school.content.bump());
    expect(await planName(school)).toBe('Free');
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`.execute(ownDb.kysely);
    await vi.waitFor(() => expect(heard.isConnected()).toBe(false), { interval: 1 });
    await rename(ownDb, 'Gratis');
    expect(await planName(school)).toBe('Gratis');
    await vi.waitFor(() => expect(heard.isConnected()).toBe(true), { interval: 5 });
    expect(await planName(school)).toBe('Gratis');
  } finally {
    await heard.stop();
  }
});

test('a reply begun before a change is not kept', async ({ db }) => {
  const { ReplyStore } = await import('#server/http/pages/reply-store');
  const { ContentVersion } = await import('#server/db/content-version');
  const { prepareReply } = await import('#server/http/pages/prepared-reply');
  const content = new ContentVersion();
  const store = new ReplyStore(content, () => true);
  const keep = await prepareReply(200, Buffer.from('old'), {});
  const late = Promise.withResolvers<void>();
  const filling = store.fill('key', async () => {
    await late.promise;
    return { made: keep, keep };
  });
  content.bump();
  late.resolve();
  await filling;
  expect(store.find('key')).toBeUndefined();
  await store.fill('key', async () => ({ made: keep, keep }));
  expect(store.find('key')).toBe(keep);
  expect(db).toBeDefined();
});

test('a repeated read costs 304 and no body; a stale one the new body', async ({ db }) => {
  const school = await openSchool(db);
  const first = await school.ask('visitor', 'GET', '/api/plans');
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  const second = await school.ask('visitor', 'GET', '/api/plans', { headers });
  expect([second.status, await second.text()]).toEqual([304, '']);
  await rename(db, 'Gratis');
  school.content.bump();
  expect((await school.ask('visitor', 'GET', '/api/plans', { headers })).status).toBe(200);
});

test('bodies are sent as the browser reads them best', async ({ db }) => {
  const { ask } = await openSchool(db);
  const encoding = async (accepted: string) =>
    (await ask('visitor', 'GET', '/api/plans', { headers: { 'accept-encoding': accepted } })).headers.get(
      'content-encoding',
    );
  expect(await encoding('gzip, br')).toBe('br');
  expect(await encoding('gzip, br;q=0')).toBe('gzip');
  expect(await encoding('')).toBeNull();
});
