import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, vi } from 'vitest';
import { test as base, dropDatabase } from '#tests/kit/database';
import { startOldPostgres } from '#tests/kit/old-postgres';
import { migrate } from './migrate.ts';
import { pendingMigrations } from './pending-migrations.ts';

interface Kit {
  /** A database without anything of ours. */
  readonly empty: pg.ClientConfig;
  readonly ask: (text: string) => Promise<unknown[]>;
  /** Puts files into a folder of this test alone, and answers the folder. */
  readonly write: (files: Readonly<Record<string, string>>) => string;
}

const test = base.extend<Kit>({
  empty: async ({ ownDb }, use) => {
    const database = `empty_${randomBytes(6).toString('hex')}`;
    await ownDb.pool.query(`create database ${database} template template0`);
    await use({ ...inject('database'), database });
    await dropDatabase(inject('database'), database);
  },
  ask: async ({ empty }, use) => {
    await use(async (text) => {
      const client = new pg.Client(empty);
      await client.connect();
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other fixture, and the runner wants a pattern.
  write: async ({}, use) => {
    const directory = mkdtempSync(join(tmpdir(), 'lectern-migrations-'));
    await use((files) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
      return directory;
    });
    rmSync(directory, { recursive: true });
  },
});

const TWO = {
  '0001-things.sql': 'create table things (id int primary key);',
  '0002-more.sql': 'insert into things values (1); insert into things values (2);',
};

test('the product starts on an empty database, and a second run changes nothing', async ({ ask, empty }) => {
  const ran = await migrate(empty);
  expect(ran[0]).toBe('0001-foundation.sql');
  const before = await ask('select * from schema_migrations order by name');
  expect(before.map((row) => (row as { name: string }).name)).toEqual(ran);
  expect(await migrate(empty)).toEqual([]);
  expect(await ask('select * from schema_migrations order by name')).toEqual(before);
});

test('files run in the order of their names, later ones when they are there', async ({
  ask,
  empty,
  write,
}) => {
  const directory = write(TWO);
  expect(await pendingMigrations(empty, directory)).toEqual(Object.keys(TWO));
  expect(await ask("select to_regclass('schema_migrations') as made")).toEqual([{ made: null }]);
  expect(await migrate(empty, directory)).toEqual(Object.keys(TWO));
  write({ '0003-last.sql': 'delete from things where id = 1', 'readme.txt': 'no SQL' });
  expect(await pendingMigrations(empty, directory)).toEqual(['0003-last.sql']);
  expect(await migrate(empty, directory)).toEqual(['0003-last.sql']);
  expect(await ask('select id from things')).toEqual([{ id: 2 }]);
});

test('a file that was edited after it ran is refused', async ({ empty, write }) => {
  const directory = write(TWO);
  await migrate(empty, directory);
  write({ '0001-things.sql': `${TWO['0001-things.sql']} -- edited` });
  const refusal =
    '0001-things.sql was edited after it ran on this database. Restore the original file and add a new migration instead.';
  await expect(migrate(empty, directory)).rejects.toThrow(refusal);
  await expect(pendingMigrations(empty, directory)).rejects.toThrow(refusal);
});

test('a database of a newer Lectern is refused, and so is a file that comes too late', async ({
  empty,
  write,
}) => {
  const directory = write({ ...TWO, '0004-newer.sql': 'select 1' });
  await migrate(empty, directory);
  write({ '0003-late.sql': 'select 1' });
  await expect(migrate(empty, directory)).rejects.toThrow(
    '0003-late.sql comes before 0004-newer.sql, which has already run. Give it a higher number.',
  );
  rmSync(join(directory, '0003-late.sql'));
  rmSync(join(directory, '0004-newer.sql'));
  await expect(migrate(empty, directory)).rejects.toThrow(
    'The database was created by a newer version of Lectern: it has 0004-newer.sql. Start that version, or restore a backup.',
  );
});

test('a file that fails is rolled back whole, those before it stay', async ({ ask, empty, write }) => {
  const directory = write({
    ...TWO,
    '0003-bad.sql': 'insert into things values (3); insert into nowhere values (1);',
  });
  await expect(migrate(empty, directory)).rejects.toThrow('0003-bad.sql: relation "nowhere" does not exist');
  expect(await ask('select id from things order by id')).toEqual([{ id: 1 }, { id: 2 }]);
  write({ '0003-bad.sql': 'insert into things values (3)' });
  expect(await migrate(empty, directory)).toEqual(['0003-bad.sql']);
});

test('processes that start at once run every file once, also one that the database runs without a transaction', async ({
  ask,
  empty,
  write,
}) => {
  const directory = write({
    ...TWO,
    '0003-slow.sql': 'select pg_sleep(0.2); insert into things values (3)',
    '0004-index.sql': '-- no-transaction\ncreate index concurrently things_twice on things ((id * 2));',
  });
  const ran = await Promise.all([1, 2, 3].map(() => migrate(empty, directory)));
  expect(ran.map(({ length }) => length).sort()).toEqual([0, 0, 4]);
  expect(await ask('select id from things order by id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('a file without a transaction may hold several statements, and runs again after it failed half way', async ({
  ask,
  empty,
  write,
}) => {
  const begin = `-- no-transaction
create index concurrently if not exists first on things (id); -- one; still one
create index concurrently if not exists second on things ((id + 1));`;
  const directory = write({ ...TWO, '0003-indexes.sql': `${begin} select nonsense;` });
  await expect(migrate(empty, directory)).rejects.toThrow(
    '0003-indexes.sql: column "nonsense" does not exist',
  );
  write({ '0003-indexes.sql': begin });
  expect(await migrate(empty, directory)).toEqual(['0003-indexes.sql']);
  const indexes = "select count(*)::int as made from pg_class where relname in ('first', 'second')";
  expect(await ask(indexes)).toEqual([{ made: 2 }]);
});

test('a server older than PostgreSQL 15 is refused in one sentence', async () => {
  const { stop, url } = await startOldPostgres('14.9 (Debian 14.9-1)');
  await expect(migrate({ connectionString: url })).rejects.toThrow(
    'Lectern needs PostgreSQL 15 or later, but the DATABASE_URL server is 14.9 (Debian 14.9-1): upgrade it, or unset DATABASE_URL to use the embedded server.',
  );
  stop();
});

test('a process that ends while it migrates holds nothing any more, whatever statement is running', async ({
  ask,
  empty,
  write,
}) => {
  const socket = new Socket();
  const find = () =>
    ask(`select from pg_stat_activity where query like '%pg_sleep(300)' and datname = '${empty.database}'
      and pid <> pg_backend_pid()`);
  const directory = write({ '0001-long.sql': 'select pg_sleep(300)' });
  const failed = migrate({ ...empty, stream: () => socket }, directory).catch(String);
  await vi.waitFor(async () => expect(await find()).toHaveLength(1), { timeout: 10_000 });
  socket.destroy();
  expect(await failed).toContain('Connection terminated');
  await vi.waitFor(async () => expect(await find()).toEqual([]), { timeout: 10_000 });
}, 30_000);
