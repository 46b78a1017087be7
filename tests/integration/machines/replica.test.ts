import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { contract } from '#contract/contract';
import { type Db, openDatabase } from '#server/db/client';
import { Replica } from '#server/db/replica/replica';
import { walPosition } from '#server/db/replica/wal-position';
import { statedProcedures } from '#server/http/check-contract';
import { createLog, type Log } from '#server/platform/log';
import { startScript } from '#tests/kit/process';
import { message, type School, signInHead, startSchool } from '../../durability/school-server.ts';
import { addressOf, openClient, ownFolder } from './own-database.ts';
import { startTwoServers, type TwoServers } from './standby.ts';

const COMMANDS = join(import.meta.dirname, '../../../src/server/cli/lectern.ts');
const ROUNDS = process.env.PROVE ? 500 : 20;
const TOKEN = 'a-token-for-the-metrics-of-tests';

let servers: TwoServers;
beforeAll(async () => {
  servers = await startTwoServers();
}, 120_000);
afterAll(() => servers.stop());

/** A replica over pools of this test, with a table and what was logged. */
async function openReplica(own: keyof Pick<TwoServers, 'primary' | 'standby'> = 'standby') {
  const said: string[] = [];
  const note = (...words: unknown[]) => void said.push(String(words.at(-1)));
  const log = { ...createLog('silent'), error: note, info: note, warn: note } as unknown as Log;
  const open = (connection: TwoServers['primary']) => {
    const db = openDatabase({
      connection: { ...connection, connectionTimeoutMillis: 1000 },
      log: createLog('silent'),
    });
    onTestFinished(() => db.close());
    return db;
  };
  const primary = open(servers.primary);
  await primary.pool.query('drop table if exists written');
  await primary.pool.query('create table written (id int primary key)');
  return { primary, replica: new Replica({ primary, replica: open(servers[own]), log }), said };
}

const place = async ({ pool }: Db) =>
  (await pool.query<{ copy: boolean }>('select pg_is_in_recovery() as copy')).rows[0]?.copy
    ? 'replica'
    : 'primary';
const count = async ({ pool }: Db) =>
  Number((await pool.query('select count(*) from written')).rows[0].count);

test('positions in the log are compared as numbers', () => {
  expect(walPosition('16/B374D848')).toBe(0x16_b374d848n);
  expect(walPosition('2/0') > walPosition('1/FFFFFFFF')).toBe(true);
  expect(walPosition('0/10') > walPosition('0/9')).toBe(true);
});

test('reads go to the replica and see everything that was written before, also by others', async () => {
  const { primary, replica } = await openReplica();
  const places = new Set<string>();
  for (let round = 1; round <= ROUNDS; round += 1) {
    await primary.pool.query('insert into written values ($1)', [round]);
    const [where, counted] = await replica.read(async (db) => [await place(db), await count(db)] as const);
    expect(counted).toBe(round);
    places.add(where);
  }
  expect(places).toContain('replica');
  expect(replica.reads.replica).toBeGreaterThan(ROUNDS / 2);
  // What is written meanwhile is the database's own: an export notes that it was made.
  await replica.read((db) =>
    db.transaction((trx) => trx.executeQuery({ sql: 'delete from written', parameters: [] } as never)),
  );
  expect(await replica.read(count)).toBe(0);
});

test('a replica that is behind is left out, own writes are seen, and it comes back', async () => {
  const { primary, replica, said } = await openReplica();
  expect(await replica.read(place)).toBe('replica');
  await servers.pause();
  onTestFinished(() => servers.resume());
  const began = performance.now();
  await primary.pool.query('insert into written values (1)');
  expect(await replica.read(count)).toBe(1);
  // Only the first one waits for it.
  for (let id = 2; id <= 20; id += 1) {
    await primary.pool.query('insert into written values ($1)', [id]);
    expect(await replica.read(count)).toBe(id);
  }
  expect(performance.now() - began).toBeLessThan(1000);
  expect([replica.state(), await replica.read(place)]).toEqual(['behind', 'primary']);
  await servers.resume();
  await wait(1100);
  expect([await replica.read(place), replica.state()]).toEqual(['replica', 'ok']);
  expect(said).toEqual(['the replica is behind: left out', 'the replica is used again']);
});

test('a replica that is down costs nobody an answer, and it comes back', { timeout: 60_000 }, async () => {
  const { primary, replica, said } = await openReplica();
  expect(await replica.read(place)).toBe('replica');
  await servers.stopStandby();
  const began = performance.now();
  for (let id = 1; id <= 50; id += 1) {
    await primary.pool.query('insert into written values ($1)', [id]);
    expect(await replica.read(count)).toBe(id);
  }
  expect(performance.now() - began).toBeLessThan(3000);
  expect([replica.state(), await replica.read(place)]).toEqual(['unreachable', 'primary']);
  await servers.startStandby();
  await wait(5100);
  expect([await replica.read(place), replica.state()]).toEqual(['replica', 'ok']);
  expect(said).toEqual(['the replica is unreachable: left out', 'the replica is used again']);
});

test('how it is, is known without a read, and counts as none', { timeout: 60_000 }, async () => {
  const { primary, replica, said } = await openReplica();
  const becomes = (state: string) =>
    vi.waitFor(async () => expect(await replica.look()).toBe(state), { timeout: 20_000, interval: 200 });
  await becomes('ok');
  await servers.pause();
  onTestFinished(() => servers.resume());
  await primary.pool.query('insert into written values (1)');
  await becomes('behind');
  await servers.resume();
  await becomes('ok');
  await servers.stopStandby();
  await becomes('unreachable');
  await servers.startStandby();
  await becomes('ok');
  expect(said.map((words) => words.split(':')[0])).toEqual([
    'the replica is behind',
    'the replica is used again',
    'the replica is unreachable',
    'the replica is used again',
  ]);
  expect(replica.reads).toEqual({ replica: 0, primary: 0 });
});

test('who looks at a replica that says nothing waits a second for it', async () => {
  const { primary } = await openReplica();
  const silent = new Promise<never>(() => undefined);
  const kysely = primary.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => silent,
  });
  const mute = { ...primary, kysely };
  const replica = new Replica({ primary, replica: mute, log: createLog('silent') });
  const began = performance.now();
  expect(await replica.look()).toBe('ok');
  expect(performance.now() - began).toBeLessThan(1900);
});

test('what the replica ends, because its rows were removed, is read from the database', async () => {
  const { primary, replica, said } = await openReplica();
  await primary.pool.query('insert into written select generate_series(1, 100)');
  const places: string[] = [];
  const reading = replica.read(async (db) => {
    places.push(await place(db));
    const { rows } = await db.pool.query('select count(*), pg_sleep(3) from written');
    return Number(rows[0].count);
  });
  await wait(300);
  await primary.pool.query('delete from written');
  await primary.pool.query('vacuum written');
  expect([await reading, places]).toEqual([0, ['replica', 'primary']]);
  // Nothing is wrong with it: the next read goes there again.
  expect([replica.state(), said]).toEqual(['ok', []]);
});

test('what writes though it should read is done on the database, and logged; a failure of its own is told', async () => {
  const { replica, said } = await openReplica();
  await replica.read((db) => db.pool.query('insert into written values (7)'));
  expect([await replica.read(count), said]).toEqual([1, ['a read wrote: it was sent to a replica']]);
  await expect(replica.read((db) => db.pool.query('select 1 / 0'))).rejects.toMatchObject({ code: '22012' });
  expect(replica.state()).toBe('ok');
});

test('a server that is no replica is left out', async () => {
  const { replica, said } = await openReplica('primary');
  expect([await replica.read(place), said]).toEqual(['primary', ['the replica is unreachable: left out']]);
});

/** Sooner or later: it looks at most every 3 seconds. */
async function expectFaults(school: School, faults: readonly string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const ready = await school.ask('GET', '/readyz');
      expect([ready.status, ready.body]).toEqual([200, { status: 'ok', faults }]);
    },
    { timeout: 20_000, interval: 500 },
  );
}

/** How many reads a process did there, by its metrics. */
async function readsOf(school: School, server: 'primary' | 'replica'): Promise<number> {
  const [, port] = await school.says(/Lectern is ready: http:\/\/localhost:(\d+)/);
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const line = new RegExp(`lectern_replica_reads_total\\{server="${server}"\\} (\\d+)`);
  return Number(line.exec(await metrics.text())?.[1]);
}

const SETTINGS = () => ({
  DATABASE_URL: addressOf(servers.primary),
  DATABASE_REPLICA_URL: addressOf(servers.standby),
  LABS: 'off',
  // The database outlives a second try.
  AUTH_SECRET: 'the-secret-of-this-school-0123456789',
  METRICS_TOKEN: TOKEN,
  LOG_LEVEL: 'warn',
});

test('a worker without pages writes exports from the replica, and hears when it goes', {
  timeout: 240_000,
}, async () => {
  const dataDir = ownFolder();
  const start = (ROLES: string) => startSchool(dataDir, { env: { ...SETTINGS(), ROLES } });
  const web = start('web');
  onTestFinished(async () => void (await web.kill('SIGKILL')));
  await web.serves();
  await signInHead(web, dataDir);
  const worker = start('worker');
  onTestFinished(async () => void (await worker.kill('SIGKILL')));
  await worker.serves();
  expect([await readsOf(worker, 'replica'), await readsOf(worker, 'primary')]).toEqual([0, 0]);
  // A file of few rows isn't written in the background: it is asked for here.
  const client = await openClient(servers.primary);
  await client.query(
    `insert into exports (user_id, request, total, created_at)
     select user_id, '{"kind": "users", "filters": {}}', 1, now() from user_roles where role = 'admin' limit 1`,
  );
  await client.query("select pg_notify('export', '')");
  await vi.waitFor(
    async () => {
      const { body } = await web.ask('GET', '/api/admin/exports');
      expect(JSON.stringify(body)).toContain('"state":"ready"');
    },
    { timeout: 30_000, interval: 500 },
  );
  // Where it was behind at that moment, the database was read: that it may be used is what counts.
  expect((await readsOf(worker, 'replica')) + (await readsOf(worker, 'primary'))).toBe(1);
  await expectFaults(worker, []);
  await servers.stopStandby();
  await expectFaults(worker, ['replica']);
  await servers.startStandby();
  await expectFaults(worker, []);
});

test('two processes with a replica: a list shows what the other one has just saved, whatever the replica does', {
  timeout: 240_000,
}, async () => {
  const dataDir = ownFolder();
  const [url, replicaUrl] = [addressOf(servers.primary), addressOf(servers.standby)];
  const env = SETTINGS();
  const schools = [1, 2].map(() => startSchool(dataDir, { env })) as [School, School];
  onTestFinished(async () => void (await Promise.all(schools.map((school) => school.kill('SIGKILL')))));
  await Promise.all(schools.map((school) => school.serves()));
  const [one, two] = schools;
  await signInHead(one, dataDir);
  const writeAndList = async (text: string) => {
    const { status } = await one.ask('POST', '/api/contact', { ...message(text), website: '' });
    expect(status).toBe(201);
    const listed = await two.ask('GET', '/api/admin/messages');
    expect([listed.status, JSON.stringify(listed.body).includes(text)]).toEqual([200, true]);
  };
  for (let round = 1; round <= 20; round += 1) await writeAndList(`Question number ${round} of many`);
  await servers.pause();
  onTestFinished(() => servers.resume());
  for (let round = 1; round <= 5; round += 1) await writeAndList(`Question while it pauses ${round}`);
  await expectFaults(two, ['replica']);
  await servers.resume();
  await expectFaults(two, []);

  // Each list, report, and export of the contract that needs no name of something.
  const reads = statedProcedures(contract).filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/admin') && !path.includes('{'),
  );
  expect(reads.length).toBeGreaterThan(20);
  for (const { path } of reads) {
    const { status } = await two.ask('GET', `/api${path}?from=2026-01-01&to=2026-02-01`);
    expect([path, status < 500]).toEqual([path, true]);
  }
  const readsAt = (server: 'primary' | 'replica') => readsOf(two, server);
  // On a slow machine the replica is often behind: what counts is that it is read, and that nobody sees it.
  for (let round = 1; round <= 200 && (await readsAt('replica')) <= 15; round += 1)
    await writeAndList(`Question after the pause ${round}`);
  expect(await readsAt('replica')).toBeGreaterThan(15);
  expect(await readsAt('primary')).toBeGreaterThan(0);
  for (const school of schools) expect(school.output()).not.toContain('a read wrote');

  const client = await openClient(servers.standby);
  const { rows } = await client.query(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = '' and pid <> pg_backend_pid()",
  );
  expect(rows[0].count).toBeGreaterThan(0);
  for (const [wrong, said] of [
    [replicaUrl, 'ok  replica: follows the database'],
    [url, "!!  replica: the server isn't a replica"],
    ['postgres://x@127.0.0.1:9/x', '!!  replica: connect ECONNREFUSED'],
  ] as const) {
    const doctor = startScript(COMMANDS, ['doctor'], {
      env: { ...env, DATABASE_REPLICA_URL: wrong, DATA_DIR: dataDir },
    });
    await doctor.ended;
    expect(doctor.output()).toContain(said);
  }
});
