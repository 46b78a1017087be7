import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { test as base, inject } from 'vitest';
import { type Db, fromPool, openDatabase } from '#server/db/client';
import { createLog } from '#server/platform/log';
import { TEMPLATE, type TestServer } from './global-setup.ts';

const silent = createLog('silent');
/** Kept over the files of one worker: a module is loaded once per worker, the pool of a database once as well. */
const workers = globalThis as typeof globalThis & { lecternTestPool?: Promise<pg.Pool> };

interface Kit {
  /** A database of this worker in which nothing stays: everything is rolled back after the test. */
  readonly db: Db;
  /** A database of this test alone, for what needs real commits (two connections, LISTEN, advisory locks). */
  readonly ownDb: Db;
}

export const test = base.extend<Kit>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other fixture, and the runner wants a pattern.
  db: async ({}, use) => {
    workers.lecternTestPool ??= createWorkerPool(inject('database'));
    const client = await (await workers.lecternTestPool).connect();
    await client.query('begin');
    try {
      await use(fromPool(nestedPool(client)));
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
    try {
      await use(db);
    } finally {
      await db.close();
      await dropDatabase(server, name);
    }
  },
});

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

/** Makes a migrated, empty database of this name. */
export async function createDatabase(server: TestServer, name: string): Promise<string> {
  await administer(server, `create database "${name}" template ${TEMPLATE} strategy file_copy`);
  return name;
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

/** A pool of one connection inside a transaction: transactions of the code under test become savepoints. */
function nestedPool(client: pg.PoolClient): pg.Pool {
  let depth = 0;
  const query = (first: unknown, ...rest: unknown[]): unknown => {
    const text = typeof first === 'string' ? first.trim().toLowerCase() : '';
    if (text === 'begin' || text.startsWith('start transaction')) {
      depth += 1;
      return client.query(`savepoint level_${depth}`);
    }
    if (text === 'commit' || text === 'rollback') {
      const level = depth;
      depth -= 1;
      return client.query(
        text === 'commit' ? `release savepoint level_${level}` : `rollback to savepoint level_${level}`,
      );
    }
    return (client.query as (...values: unknown[]) => unknown).call(client, first, ...rest);
  };
  const connection = { query, release: () => undefined, on: () => undefined, off: () => undefined };
  return {
    connect: () => Promise.resolve(connection),
    query,
    end: () => Promise.resolve(),
    on: () => undefined,
  } as unknown as pg.Pool;
}
