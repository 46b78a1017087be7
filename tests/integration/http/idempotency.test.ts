import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, onTestFinished, vi } from 'vitest';
import { MISSED_LOOKS, PROCESS_LOCK, PROCESS_NUMBER } from '#server/db/presence';
import { KeptReplies } from '#server/http/gates/kept-replies';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

const body = { name: 'A', email: 'a@school.test', message: 'Hello' };
const key = { 'idempotency-key': 'b3e5a1b2-one-key' };

async function messages(db: Parameters<typeof openSchool>[0]) {
  return db.kysely.selectFrom('contact_messages').select('message').execute();
}

test('the same key gives the same reply and one effect', async ({ db }) => {
  const { ask } = await openSchool(db);
  const first = await ask('free', 'POST', '/api/contact', { body, headers: key });
  const second = await ask('free', 'POST', '/api/contact', { body, headers: key });
  expect([first.status, await first.json()]).toEqual([second.status, await second.json()]);
  expect(await messages(db)).toHaveLength(1);
});

test('of sixteen at once one has an effect; the others repeat its reply or are told to wait', async ({
  ownDb,
}) => {
  const { ask } = await openSchool(ownDb);
  const send = () => ask('free', 'POST', '/api/contact', { body, headers: key });
  const replies = await Promise.all(Array.from({ length: 16 }, send));
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
  expect(statuses).toContain(201);
  expect(await messages(ownDb)).toHaveLength(1);
});

test('a key cannot be used for another request, and another person has other keys', async ({ db }) => {
  const { ask } = await openSchool(db);
  await ask('free', 'POST', '/api/contact', { body, headers: key });
  const other = await ask('free', 'POST', '/api/contact', {
    body: { ...body, message: 'Other' },
    headers: key,
  });
  expect([other.status, (await other.json()).code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  expect(
    (await ask('basic', 'POST', '/api/contact', { body: { ...body, message: 'Mine' }, headers: key })).status,
  ).toBe(201);
  expect(await messages(db)).toHaveLength(2);
});

test('a refused request leaves its key free for a better one', async ({ db }) => {
  const { ask } = await openSchool(db);
  const refused = await ask('free', 'POST', '/api/contact', { body: { ...body, email: 'no' }, headers: key });
  expect(refused.status).toBe(400);
  expect((await ask('free', 'POST', '/api/contact', { body, headers: key })).status).toBe(201);
});

test('what is kept of a reply cannot be read without the key', async ({ db }) => {
  const { ask } = await openSchool(db);
  await ask('free', 'POST', '/api/contact', { body, headers: key });
  const rows = await db.kysely.selectFrom('idempotency_keys').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/received|one-key|Hello/);
});

test('a request that a dying process left behind is taken over, unless it had its effect', async ({ db }) => {
  const { ask } = await openSchool(db);
  await ask('free', 'POST', '/api/contact', { body, headers: key });
  const abandon = (requestId: string) =>
    db.kysely
      .updateTable('idempotency_keys')
      .set({ status: null, reply: JSON.stringify({ requestId }), created_at: new Date(Date.now() - 180_000) })
      .execute();
  const { request_id: done } = await db.kysely
    .selectFrom('audit_log')
    .select('request_id')
    .where('request_id', 'is not', null)
    .executeTakeFirstOrThrow();
  await abandon(done ?? '');
  expect((await ask('free', 'POST', '/api/contact', { body, headers: key })).status).toBe(422);
  await abandon('a request that never came to its effect');
  expect((await ask('free', 'POST', '/api/contact', { body, headers: key })).status).toBe(201);
  expect(await messages(db)).toHaveLength(2);
});

test('a request of a process that is gone is taken over within seconds, one of a process that is there is not', async ({
  db,
}) => {
  const { ask } = await openSchool(db);
  const { rows } = await db.pool.query('select current_database() as database');
  const holder = new pg.Client({ ...inject('database'), database: rows[0].database });
  await holder.connect();
  onTestFinished(() => holder.end());
  const send = () => ask('free', 'POST', '/api/contact', { body, headers: key });
  await send();
  await db.kysely
    .updateTable('idempotency_keys')
    .set({
      status: null,
      reply: JSON.stringify({ requestId: 'of that process', process: 4711 }),
      created_at: new Date(Date.now() - 10_000),
    })
    .execute();
  await holder.query('select pg_advisory_lock_shared($1, $2)', [PROCESS_LOCK, 4711]);
  expect((await send()).status).toBe(409);
  await holder.query('select pg_advisory_unlock_shared($1, $2)', [PROCESS_LOCK, 4711]);
  // Who is not there themselves can't tell who is gone.
  expect((await send()).status).toBe(409);
  await holder.query('select pg_advisory_lock_shared($1, $2)', [PROCESS_LOCK, PROCESS_NUMBER]);
  // It may have lost its connection for a moment, and is looked for again.
  const second = send();
  await wait(1000);
  await holder.query('select pg_advisory_lock_shared($1, $2)', [PROCESS_LOCK, 4711]);
  expect((await second).status).toBe(409);
  expect(await messages(db)).toHaveLength(1);
  await holder.query('select pg_advisory_unlock_shared($1, $2)', [PROCESS_LOCK, 4711]);
  expect((await send()).status).toBe(201);
  expect(await messages(db)).toHaveLength(2);
});

test('a request whose process is back at the moment it would be taken over keeps its key', async ({
  ownDb,
}) => {
  const worker = { requestId: 'of that process', process: 4711 };
  const there = new pg.Client({ ...inject('database'), database: ownDb.pool.options.database });
  await there.connect();
  try {
    const bePresent = (number: number) =>
      there.query('select pg_advisory_lock_shared($1, $2)', [PROCESS_LOCK, number]);
    let missed = 0;
    const kysely = ownDb.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.rows[0]?.missed === true) missed += 1;
        if (missed === MISSED_LOOKS) await bePresent(worker.process);
        return result;
      },
    });
    const { ask } = await openSchool({ ...ownDb, kysely });
    const send = async () => (await ask('free', 'POST', '/api/contact', { body, headers: key })).status;
    expect(await send()).toBe(201);
    await ownDb.kysely
      .updateTable('idempotency_keys')
      .set({ status: null, reply: JSON.stringify(worker) })
      .execute();
    await bePresent(PROCESS_NUMBER);
    expect([await send(), await send()]).toEqual([409, 409]);
    expect(missed).toBe(MISSED_LOOKS);
    const rows = await ownDb.kysely.selectFrom('idempotency_keys').select(['status', 'reply']).execute();
    expect(rows).toEqual([{ status: null, reply: worker }]);
    expect(await messages(ownDb)).toHaveLength(1);
  } finally {
    // Before its database is removed.
    await there.end();
  }
});

for (const [end, status, fails] of [
  ['is done', 201, false],
  ['fails', 500, true],
] as const)
  test(`a request that ${end} after another one has taken it over leaves its key to that one`, async ({
    ownDb,
  }) => {
    const { ask } = await openSchool(ownDb);
    const { transaction } = ownDb;
    const other = { requestId: 'of another process', process: 4711 };
    ownDb.transaction = async (work) => {
      ownDb.transaction = transaction;
      await ownDb.kysely
        .updateTable('idempotency_keys')
        .set({ reply: JSON.stringify(other) })
        .execute();
      if (fails) throw new Error('no luck');
      return transaction(work);
    };
    expect((await ask('free', 'POST', '/api/contact', { body, headers: key })).status).toBe(status);
    const rows = await ownDb.kysely.selectFrom('idempotency_keys').select(['status', 'reply']).execute();
    expect(rows).toEqual([{ status: null, reply: other }]);
  });

test('of what one caller sends a share is kept: first replies go, then that there was a request', async ({
  db,
}) => {
  const rows = async () =>
    (
      await db.pool.query(
        'select caller, reply is not null as has_reply from idempotency_keys order by created_at, caller',
      )
    ).rows;
  const replies = new KeptReplies({ kept: { rows: 3, bytes: 1000 }, unseen: { rows: 1, bytes: 1 } });
  const { ask } = await openSchool(db, { replies });
  const send = (nth: number, who: 'basic' | 'free' = 'free') =>
    ask(who, 'POST', '/api/contact', { body, headers: { 'idempotency-key': `key-${nth}` } });
  // Within one transaction all rows would be of one instant.
  const age = () =>
    db.pool.query("update idempotency_keys set created_at = created_at - interval '1 minute'");
  await send(0, 'basic');
  for (const nth of [1, 2, 3, 4]) {
    await age();
    expect((await send(nth)).status).toBe(201);
  }
  expect((await rows()).map(({ has_reply }) => has_reply)).toEqual([true, true, true, true]);
  // The oldest is forgotten, and done again; the others are not.
  await age();
  expect([(await send(1)).status, (await send(4)).status, (await messages(db)).length]).toEqual([
    201, 201, 6,
  ]);
});

test('a repetition whose reply is no longer kept is told so, and nothing is done twice', async ({ db }) => {
  const replies = new KeptReplies({ kept: { rows: 100, bytes: 1 }, unseen: { rows: 1, bytes: 1 } });
  const { ask } = await openSchool(db, { replies });
  const first = await ask('free', 'POST', '/api/contact', { body, headers: key });
  expect(first.status).toBe(201);
  const second = await ask('free', 'POST', '/api/contact', { body, headers: key });
  expect([second.status, await second.json()]).toMatchObject([
    422,
    { code: 'IDEMPOTENCY_KEY_REUSED', fields: { 'idempotency-key': expect.stringContaining('completed') } },
  ]);
  expect(await messages(db)).toHaveLength(1);
});

test('visitors of one network share what is kept of them', async ({ db }) => {
  const { ask } = await openSchool(db, {}, { TRUSTED_PROXIES: '127.0.0.1' });
  for (const host of [1, 2])
    await ask('visitor', 'POST', '/api/contact', {
      body,
      headers: { 'x-forwarded-for': `2001:db8::${host}`, 'idempotency-key': `key-${host}` },
    });
  const { rows } = await db.pool.query('select distinct caller from idempotency_keys');
  expect(rows).toEqual([{ caller: 'visitor 2001:db8:0:0::/64' }]);
});

for (const [moment, reported] of [
  ['before', 201],
  ['after', 422],
] as const)
  test(`a request whose connection is lost ${moment} its commit has one effect, and its repetition is told soon`, async ({
    ownDb,
  }) => {
    const { ask } = await openSchool(ownDb);
    const { transaction } = ownDb;
    const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    ownDb.transaction = async (work) => {
      ownDb.transaction = transaction;
      if (moment === 'after') await transaction(work);
      throw lost;
    };
    const send = async () => (await ask('free', 'POST', '/api/contact', { body, headers: key })).status;
    expect(await send()).toBe(503);
    // Until it is known what became of the first one.
    await vi.waitFor(async () => expect(await send()).toBe(reported), { timeout: 10_000, interval: 200 });
    expect(await messages(ownDb)).toHaveLength(1);
  });

test('a request whose connection is lost while its key is written does nothing, and its repetition is taken soon', async ({
  ownDb,
}) => {
  let isLost = false;
  let wasTold = false;
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  const kysely = ownDb.kysely.withPlugin({
    transformQuery: ({ node }) => {
      isLost ||= node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('idempotency_keys');
      return node;
    },
    transformResult: async ({ result }) => {
      if (!isLost || wasTold) return result;
      wasTold = true;
      throw lost;
    },
  });
  const alive = new pg.Client({ ...inject('database'), database: ownDb.pool.options.database });
  await alive.connect();
  try {
    await alive.query('select pg_advisory_lock_shared($1, $2)', [PROCESS_LOCK, PROCESS_NUMBER]);
    const { ask } = await openSchool({ ...ownDb, kysely });
    const send = async () => (await ask('free', 'POST', '/api/contact', { body, headers: key })).status;
    expect(await send()).toBe(503);
    expect(await send()).toBe(409);
    await vi.waitFor(async () => expect(await send()).toBe(201), { timeout: 10_000, interval: 200 });
    expect(await messages(ownDb)).toHaveLength(1);
  } finally {
    // Before its database is removed.
    await alive.end();
  }
});
