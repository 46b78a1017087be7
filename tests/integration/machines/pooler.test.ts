import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type Db, openDatabase } from '#server/db/client';
import { demandDirect } from '#server/db/connections/demand-direct';
import { prepared } from '#server/db/prepared';
import { createLog } from '#server/platform/log';
import { startScript } from '#tests/kit/process';
import { type School, signInHead, startSchool } from '../../durability/school-server.ts';
import { liveThrough } from './live-through.ts';
import { openClient, ownDatabase, ownFolder } from './own-database.ts';
import { canKeepNames, startPgbouncer } from './pgbouncer.ts';
import { startTransactionPooler } from './transaction-pooler.ts';

const COMMANDS = join(import.meta.dirname, '../../../src/server/cli/lectern.ts');
const JUDGE = join(import.meta.dirname, '../../../src/server/judge.ts');
const log = createLog('silent');
/** The PgBouncer to prove it with; without one, what it does on the wire. */
const { PGBOUNCER } = process.env;

type Database = Awaited<ReturnType<typeof ownDatabase>>;

async function startPooler({ connection }: Database, size?: number) {
  const pooler = await startTransactionPooler(connection, size);
  onTestFinished(() => pooler.stop());
  const { database, user } = connection;
  return { ...pooler, url: `postgres://${user}@127.0.0.1:${pooler.port}/${database}` };
}

function openThrough(connectionString: string, options: Partial<Parameters<typeof openDatabase>[0]>): Db {
  const db = openDatabase({ connection: { connectionString }, log, ...options });
  onTestFinished(() => db.close());
  return db;
}

/** How many locks sessions hold in the database, besides those of the processes that listen. */
const SESSION_LOCKS = `select count(*)::int as count from pg_locks l join pg_stat_activity a using (pid)
  where locktype = 'advisory' and a.datname = current_database() and a.application_name not like 'lectern pid%'`;

test('the pooler of these tests is hostile: names, settings, locks, and channels are lost', async () => {
  const pooler = await startPooler(await ownDatabase());
  const client = await openClient({ connectionString: pooler.url });
  const asks = (text: string) => client.query(text);
  await asks('set statement_timeout = 12345');
  await asks('select pg_advisory_lock(4)');
  expect((await asks('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
  expect((await asks('select pg_advisory_unlock(4) as let_go')).rows).toEqual([{ let_go: false }]);
  const named = () => client.query({ name: 'mine', text: 'select $1::int as one', values: [1] });
  await named();
  await expect(Promise.all([named(), named()])).rejects.toMatchObject({ code: '26000' });
  expect(pooler.misused.map((text) => text.slice(0, 14))).toEqual([
    'set statement_',
    'select pg_advi',
    'prepared mine',
  ]);
  const refused = new pg.Client({ connectionString: pooler.url, statement_timeout: 1000 });
  await expect(refused.connect()).rejects.toThrow('unsupported startup parameter: statement_timeout');
});

test('a transaction has its connection to itself, and limits that end with it', async () => {
  const pooler = await startPooler(await ownDatabase(), 2);
  const db = openThrough(pooler.url, {
    isPooled: true,
    preparesStatements: false,
    statementTimeoutMs: 4000,
    lockTimeoutMs: 200,
  });
  await db.pool.query('create table taken (id int primary key)');
  const limit = async (target: { query: Db['pool']['query'] }) =>
    (await target.query('show statement_timeout')).rows[0].statement_timeout;
  const client = await db.pool.connect();
  await client.query('begin');
  expect(await limit(client)).toBe('4s');
  const backends = new Set<number>();
  for (let round = 0; round < 4; round += 1)
    backends.add((await client.query('select pg_backend_pid() as pid')).rows[0].pid);
  expect(backends.size).toBe(1);
  await client.query('insert into taken values (1)');
  await expect(
    db.transaction((trx) =>
      trx.executeQuery({ sql: 'insert into taken values (1)', parameters: [] } as never),
    ),
  ).rejects.toMatchObject({ code: '55P03' });
  await client.query('commit');
  client.release();
  for (let round = 0; round < 4; round += 1) expect(await limit(db.pool)).toBe('0');
  expect(pooler.misused).toEqual([]);
});

test('without a pooler the limits come with the connection, and a statement that takes too long is ended', async () => {
  const { url } = await ownDatabase();
  const db = openThrough(url, { statementTimeoutMs: 150, lockTimeoutMs: 70 });
  const { rows } = await db.pool.query(
    "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock",
  );
  expect(rows).toEqual([{ statement: '150ms', lock: '70ms' }]);
  await expect(db.pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
});

test('registered statements go without their names, and work on every connection', async () => {
  const pooler = await startPooler(await ownDatabase());
  const read = prepared<{ number: number }>('select $1::int as number /* through a pooler */');
  const db = openThrough(pooler.url, { isPooled: true, preparesStatements: false });
  const asked = Array.from({ length: 40 }, (_, number) => number);
  const answers = await Promise.all(asked.map((number) => read(db.pool, [number])));
  expect(answers.map(([row]) => row?.number)).toEqual(asked);
  expect(pooler.misused).toEqual([]);
  // Told to use names, it does: such a pooler has to keep them apart.
  const naming = openThrough(pooler.url, { isPooled: true, preparesStatements: true, maxConnections: 1 });
  await read(naming.pool, [1]);
  expect(pooler.misused).toEqual([expect.stringMatching(/^prepared lectern_/)]);
});

test('an address is refused where a session is needed and a pooler lends connections; the server itself passes', async () => {
  const database = await ownDatabase();
  const pooler = await startPooler(database, 1);
  await expect(demandDirect({ connectionString: pooler.url })).rejects.toThrow('Set DATABASE_DIRECT_URL');
  await demandDirect({ connectionString: database.url });
  const env = { DATABASE_URL: pooler.url, DATA_DIR: ownFolder(), LABS: 'on', LAB_SLOTS: '1' };
  const judge = startScript(JUDGE, [], { env });
  expect([await judge.ended, judge.output()]).toEqual([
    1,
    expect.stringContaining('DATABASE_URL is a connection pooler in transaction mode.'),
  ]);
  const doctor = startScript(COMMANDS, ['doctor'], { env });
  await doctor.ended;
  expect(doctor.output()).toContain('!!  pooler: no direct connection');
  const direct = startScript(COMMANDS, ['doctor'], { env: { ...env, DATABASE_DIRECT_URL: database.url } });
  await direct.ended;
  expect(direct.output()).toContain('!!  pooler: statements outside of transactions have no time limit');
  expect(pooler.misused).toEqual([]);
});

interface PoolerCase {
  readonly name: string;
  readonly start: (connection: Database['connection']) => Promise<{
    readonly port: number;
    readonly misused?: readonly string[];
    stop(): Promise<void>;
  }>;
  readonly env?: Readonly<Record<string, string>>;
}
const POOLERS: readonly PoolerCase[] = [
  { name: 'what PgBouncer does on the wire', start: startTransactionPooler },
  ...(PGBOUNCER
    ? [{ name: 'PgBouncer itself', start: (to: Database['connection']) => startPgbouncer(PGBOUNCER, to) }]
    : []),
  ...(PGBOUNCER && canKeepNames(PGBOUNCER)
    ? [
        {
          name: 'PgBouncer, which keeps names apart',
          start: (to: Database['connection']) => startPgbouncer(PGBOUNCER, to, { keepsNames: true }),
          env: { DATABASE_PREPARED_STATEMENTS: 'on' },
        },
      ]
    : []),
];

test.each(POOLERS)(
  'two processes serve a school through $name',
  { timeout: 240_000 },
  async ({ env: more, start }) => {
    const { connection, url } = await ownDatabase('template0');
    const pooler = await start(connection);
    onTestFinished(() => pooler.stop());
    const dataDir = ownFolder();
    const env = {
      DATABASE_URL: `postgres://${connection.user}@127.0.0.1:${pooler.port}/${connection.database}`,
      DATABASE_DIRECT_URL: url,
      LABS: 'off',
      LOG_LEVEL: 'warn',
      ...more,
    };
    await expect(demandDirect({ connectionString: env.DATABASE_URL })).rejects.toThrow('DATABASE_DIRECT_URL');
    const schools = [1, 2].map(() => startSchool(dataDir, { env })) as [School, School];
    onTestFinished(async () => void (await Promise.all(schools.map((school) => school.kill('SIGKILL')))));
    await Promise.all(schools.map((school) => school.serves()));
    await signInHead(schools[0], dataDir);
    await liveThrough(schools, { client: await openClient(connection), dataDir, name: 'pooled' });
    const { rows } = await (await openClient(connection)).query(SESSION_LOCKS);
    expect(rows).toEqual([{ count: 0 }]);
    expect(pooler.misused ?? []).toEqual([]);
    for (const school of schools) {
      expect(school.output()).not.toMatch(/prepared statement|lost the notifications/);
      school.child.kill('SIGTERM');
      expect(await school.ended).toBe(0);
    }
  },
);
