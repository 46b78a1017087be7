import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, onTestFinished, vi } from 'vitest';
import { openDatabase } from '#server/db/client';
import { createLog } from '#server/platform/log';
import { test } from '#tests/kit/database';

const log = createLog('silent');

interface Line {
  readonly port: number;
  readonly loseConnections: () => void;
  /** Takes connections and passes nothing on, until it is called with false. */
  readonly hold: (isHeld: boolean) => void;
  /** The same for connections from now on only. */
  readonly holdNew: (isHeld: boolean) => void;
  /** Passes on only after a while, one after the other, the first parts of what comes on the next connection. */
  readonly delayNext: (parts: number, ms: number) => void;
}

/** A way to the database whose connections can die without a word; new ones go through. */
async function startLine(): Promise<Line> {
  const server = inject('database');
  const open = new Set<{ near: Socket; far: Socket }>();
  let isHeld = false;
  let delayed = { parts: 0, ms: 0 };
  const line = createServer((near) => {
    const far = connect(
      server.host.startsWith('/')
        ? { path: `${server.host}/.s.PGSQL.${server.port}` }
        : { host: server.host, port: server.port },
    );
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('data', (part) => far.write(part));
    let { parts, ms } = delayed;
    delayed = { parts: 0, ms: 0 };
    let passed = Promise.resolve();
    far.on('data', (part) => {
      parts -= 1;
      if (parts >= 0) passed = passed.then(() => wait(ms));
      passed = passed.then(() => void near.write(part));
    });
    near.on('close', () => far.destroy());
    if (isHeld) far.pause();
    open.add({ near, far });
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const { near } of open) near.destroy();
    line.close();
  });
  const address = line.address();
  const holdNew = (held: boolean) => {
    isHeld = held;
  };
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    holdNew,
    delayNext(parts, ms) {
      delayed = { parts, ms };
    },
    hold(held) {
      holdNew(held);
      for (const { far } of open) held ? far.pause() : far.resume();
    },
    loseConnections() {
      for (const { far, near } of open) {
        near.removeAllListeners('data').resume();
        far.destroy();
      }
      open.clear();
    },
  };
}

test('a statement on a connection that died without a word fails within seconds, and the next one works', async ({
  ownDb,
}) => {
  const line = await startLine();
  const { rows } = await ownDb.pool.query('select current_database() as database');
  const connection = {
    ...inject('database'),
    host: '127.0.0.1',
    port: line.port,
    database: rows[0].database,
  };
  const db = openDatabase({ connection, log });
  onTestFinished(() => db.close());
  await db.pool.query('select 1');
  line.loseConnections();
  const began = performance.now();
  await expect(db.pool.query('select 2')).rejects.toThrow(/Connection terminated/);
  expect(performance.now() - began).toBeLessThan(15_000);
  expect((await db.pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
});

test('a server that takes connections and says nothing for some seconds is waited for', async ({ ownDb }) => {
  const line = await startLine();
  const { rows } = await ownDb.pool.query('select current_database() as database');
  const { database } = rows[0];
  const connection = { ...inject('database'), host: '127.0.0.1', port: line.port, database };
  const db = openDatabase({ connection, log });
  onTestFinished(() => db.close());
  await db.pool.query('select 1');
  line.hold(true);
  const answer = db.pool.query('select 2 as two');
  await wait(6500);
  line.hold(false);
  expect((await answer).rows).toEqual([{ two: 2 }]);
});

test('connecting that goes on slowly is waited for, while other connections are fast', async ({ ownDb }) => {
  const line = await startLine();
  const { database } = ownDb.pool.options;
  const connection = { ...inject('database'), host: '127.0.0.1', port: line.port, database };
  const db = openDatabase({ connection, log });
  onTestFinished(() => db.close());
  // What the server says while a client signs in.
  line.delayNext(3, 1800);
  const began = performance.now();
  expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(performance.now() - began).toBeGreaterThan(5000);
});

test('a new connection to a server that is slow to take any is waited for', async ({ ownDb }) => {
  const line = await startLine();
  const { database } = ownDb.pool.options;
  const connection = { ...inject('database'), host: '127.0.0.1', port: line.port, database };
  const db = openDatabase({ connection, log });
  onTestFinished(() => db.close());
  const client = await db.pool.connect();
  onTestFinished(() => client.release());
  line.holdNew(true);
  const answer = db.pool.query('select 2 as two');
  for (const began = performance.now(); performance.now() - began < 5000; await wait(300))
    await client.query('select 1');
  line.hold(false);
  expect((await answer).rows).toEqual([{ two: 2 }]);
});

test('a server that says nothing at all is given up before callers lose patience, and taken again when it answers', async ({
  ownDb,
}) => {
  const line = await startLine();
  const { rows } = await ownDb.pool.query('select current_database() as database');
  const { database } = rows[0];
  const connection = { ...inject('database'), host: '127.0.0.1', port: line.port, database };
  const db = openDatabase({ connection, log });
  onTestFinished(() => db.close());
  await db.pool.query('select 1');
  line.hold(true);
  const began = performance.now();
  await expect(db.pool.query('select 2')).rejects.toThrow(/Connection terminated/);
  const refused = performance.now();
  expect(refused - began).toBeLessThan(9000);
  await expect(db.pool.query('select 3')).rejects.toThrow('the database server does not answer');
  expect(performance.now() - refused).toBeLessThan(500);
  line.hold(false);
  await vi.waitFor(
    async () => expect((await db.pool.query('select 4 as four')).rows).toEqual([{ four: 4 }]),
    {
      timeout: 4000,
      interval: 100,
    },
  );
});

test('who waits for a first connection to a server that says nothing is refused in time, however many wait', async ({
  ownDb,
}) => {
  const line = await startLine();
  const { rows } = await ownDb.pool.query('select current_database() as database');
  const { database } = rows[0];
  const connection = { ...inject('database'), host: '127.0.0.1', port: line.port, database };
  const db = openDatabase({ connection, log, maxConnections: 2 });
  onTestFinished(() => db.close());
  line.hold(true);
  const began = performance.now();
  const all = await Promise.allSettled(Array.from({ length: 12 }, () => db.pool.query('select 1')));
  expect(performance.now() - began).toBeLessThan(9000);
  for (const one of all)
    expect(one).toMatchObject({ reason: { message: expect.stringMatching(/^Connection terminated/) } });
  line.hold(false);
  await vi.waitFor(async () => expect((await db.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]), {
    timeout: 4000,
    interval: 100,
  });
});

test('a long statement goes on, and so does one that waits for a lock', async ({ ownDb }) => {
  const connection = { ...inject('database'), database: ownDb.pool.options.database };
  const db = openDatabase({ connection, log });
  onTestFinished(() => db.close());
  const holder = new pg.Client(connection);
  await holder.connect();
  await holder.query('select pg_advisory_lock(1)');
  const waits = db.pool.query('select pg_advisory_lock(1)');
  expect((await db.pool.query("select 'done' as done from pg_sleep(5)")).rows).toEqual([{ done: 'done' }]);
  await holder.end();
  expect((await waits).rowCount).toBe(1);
});
