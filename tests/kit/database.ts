import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { test as base, inject } from 'vitest';
import { type Db, openDatabase } from '#server/db/client';
import { createLog } from '#server/platform/log';
import { TEMPLATE, type TestServer } from './global-setup.ts';
import { nestedDatabase } from './nested-pool.ts';

const silent = createLog('silent');
/** Kept over the files of one worker: a module is loaded once per worker, the pool of a database once as well. */
const workers = globalThis as typeof globalThis & { lecternTestPool?: Promise<pg.Pool> };

/** What `ownDb` is called. */
const namesOfOwn = new WeakMap<Db, string>();

interface Kit {
  /** A database of this worker in which nothing stays: everything is rolled back after the test. */
  readonly db: Db;
  /** A database of this test alone, for what needs real commits (two connections, LISTEN, advisory locks). */
  readonly ownDb: Db;
}

export const test = base.extend<Kit>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other fixture, and the runner wants a pattern.
  db: async ({}, use) => {
    const client = await connectToWorkerDatabase();
    await client.query('begin');
    try {
      await use(nestedDatabase(client));
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  ownDb: async ({}, use) => {
    const server = inject('database');
    const name = await createDatabase(server, `own_${randomBytes(6).toString('hex')}`);
    const db = openDatabase({ connection: { ...server, database: name }, log: silent });
    namesOfOwn.set(db, name);
    try {
      await use(db);
    } finally {
      await db.close();
      await dropDatabase(server, name);
    }
  },
});

/** A connection to the empty database of this worker; whoever begins something there takes it back. */
export async function connectToWorkerDatabase(): Promise<pg.PoolClient> {
  workers.lecternTestPool ??= createWorkerPool(inject('database'));
  return (await workers.lecternTestPool).connect();
}

async function createWorkerPool(server: TestServer): Promise<pg.Pool> {
  // Threads of one process have one pid, and one comes after the other.
  const own = `${process.env.VITEST_POOL_ID ?? '0'}_${process.pid}_${randomBytes(4).toString('hex')}`;
  const name = await createDatabase(server, `w${own}`);
  const pool = new pg.Pool({
    ...server,
    database: name,
    max: 2,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  pool.on('error', () => undefined);
  return pool;
}

/** Makes a database of this name: a migrated, empty one, or a copy of another that nobody uses. */
export async function createDatabase(server: TestServer, name: string, from = TEMPLATE): Promise<string> {
  await administer(server, `create database "${name}" template "${from}" strategy file_copy`);
  return name;
}

export const isUnusedOwn = (db: Db): boolean => namesOfOwn.has(db) && db.pool.totalCount === 0;

/** Makes an `ownDb` that nobody has used yet a copy of another database. */
export async function becomeCopy(db: Db, from: string): Promise<void> {
  const name = namesOfOwn.get(db);
  if (name === undefined) throw new Error('only an ownDb becomes a copy');
  const server = inject('database');
  await dropDatabase(server, name);
  await createDatabase(server, name, from);
}

export async function dropDatabase(server: TestServer, name: string): Promise<void> {
  await administer(server, `drop database if exists "${name}" with (force)`);
}

async function administer(server: TestServer, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await client.query(statement);
        return;
      } catch (error) {
        // Another worker is copying the template at this very moment.
        if (attempt > 50 || !(error instanceof pg.DatabaseError && error.code === '55006')) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  } finally {
    await client.end();
  }
}
