import pg from 'pg';
import { expect, inject, vi } from 'vitest';
import { openDatabase } from '#server/db/client';
import { createLog } from '#server/platform/log';
import { test as base } from '#tests/kit/database';
import { registerNamed } from './named-client.ts';
import { prepared } from './prepared.ts';

const SELECT = registerNamed('select * from named_things where id = $1');

const test = base.extend<{ one: ReturnType<typeof openDatabase>; change: () => Promise<unknown> }>({
  /** One connection alone, so that every statement meets what was prepared before. */
  one: async ({ ownDb }, use) => {
    await ownDb.pool.query("create table named_things (id int primary key, word text default 'here')");
    await ownDb.pool.query('insert into named_things (id) values (1)');
    const one = openDatabase({
      connection: { ...inject('database'), database: ownDb.pool.options.database },
      log: createLog('silent'),
      maxConnections: 1,
    });
    await use(one);
    await one.close();
  },
  change: async ({ ownDb }, use) => {
    await use(() => ownDb.pool.query('alter table named_things add column more int default 7'));
  },
});

test('a registered statement is prepared once for a connection', async ({ one }) => {
  for (let round = 1; round <= 3; round += 1) await one.pool.query(SELECT, [1]);
  const { rows } = await one.pool.query(
    'select statement, generic_plans + custom_plans as runs from pg_prepared_statements',
  );
  expect(rows.map(({ runs, statement }) => [statement, Number(runs)])).toEqual([[SELECT, 3]]);
});

test('a table that was changed meanwhile is read again at once, by the pool and by one connection', async ({
  change,
  one,
}) => {
  await one.pool.query(SELECT, [1]);
  await change();
  expect((await one.pool.query(SELECT, [1])).rows).toEqual([{ id: 1, word: 'here', more: 7 }]);
  const client = await one.pool.connect();
  await client.query('alter table named_things drop column more');
  expect((await client.query(SELECT, [1])).rows).toEqual([{ id: 1, word: 'here' }]);
  client.release();
});

test('inside a transaction the failure is told, and the next transaction goes on', async ({
  change,
  one,
}) => {
  await one.pool.query(SELECT, [1]);
  const client = await one.pool.connect();
  await client.query('begin');
  await change();
  await expect(client.query(SELECT, [1])).rejects.toMatchObject({ code: '0A000' });
  await client.query('rollback');
  await client.query('begin');
  expect((await client.query(SELECT, [1])).rows).toEqual([{ id: 1, word: 'here', more: 7 }]);
  await client.query('commit');
  client.release();
});

test('a transaction that meets a changed table is done again', async ({ change, one }) => {
  await one.pool.query(SELECT, [1]);
  await change();
  const read = prepared<{ more: number }>(SELECT);
  let attempts = 0;
  const rows = await one.transaction((trx) => {
    attempts += 1;
    return read(trx, [1]);
  });
  expect([rows, attempts]).toEqual([[{ id: 1, word: 'here', more: 7 }], 2]);
});

test('every other failure of a registered statement is told once', async ({ one }) => {
  await expect(one.pool.query(SELECT, ['one'])).rejects.toMatchObject({ code: '22P02' });
  expect((await one.pool.query(SELECT, [1])).rowCount).toBe(1);
});

test('no statement waits by the promise of the driver, whoever asks: its answers would stay until a full collection', async ({
  one,
}) => {
  const calls = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await one.pool.query('select 1');
    await one.kysely.selectFrom('users').select('id').limit(1).execute();
    await one.transaction((trx) => trx.selectFrom('users').select('id').limit(1).execute());
    const client = await one.pool.connect();
    await client.query({ text: 'select 1' });
    await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero');
    client.release();
    const waits = calls.mock.calls.map((call: readonly unknown[]) =>
      typeof call.at(-1) === 'function' ? 'function' : typeof (call[0] as { submit?: unknown }).submit,
    );
    expect(waits).toHaveLength(7);
    expect(new Set(waits)).toEqual(new Set(['function']));
  } finally {
    calls.mockRestore();
  }
});
